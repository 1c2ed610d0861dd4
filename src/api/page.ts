import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Serves the built page from `directory`: files as they are, those of `assets/` (which carry a hash
 * in their name) for a year. The views of the page are left to the handler of unknown routes.
 */
export async function registerPage(app: FastifyInstance, directory: string): Promise<void> {
  const assets = join(directory, 'assets') + sep;
  await app.register(fastifyStatic, {
    root: directory,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(assets);
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Whether the request asks for a view of the page, whose routes only the page itself knows. */
export function asksForPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && !isApiPath(request.url) && (request.headers.accept ?? '').includes('text/html');
}

function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
