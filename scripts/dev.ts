// Development: the service restarts when a source changes, and the dashboard is served by Vite with
// hot replacement, which hands /api on to the service.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const ROOT = join(import.meta.dirname, '..');

const service = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', '--watch', 'src/main.ts', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
);
const pages = await createServer({ configFile: join(ROOT, 'ui/vite.config.ts') });
await pages.listen();
pages.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    service.kill(signal);
    void pages.close();
  });
}
