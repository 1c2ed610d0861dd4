import { Link, Outlet } from '@tanstack/react-router';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { TAB, Tabs } from '../../ui/Tabs.tsx';

/** What the service was started with, what it keeps, and how fixes are found. */
export function SettingsPage() {
  usePageTitle('Settings');
  return (
    <main id="main" className="flex flex-col gap-3 p-3 md:p-4">
      <h1 className="text-lg font-semibold">Settings</h1>
      <Tabs label="Settings">
        <Link to="/settings/config" className={TAB}>
          Configuration
        </Link>
        <Link to="/settings/storage" className={TAB}>
          Storage
        </Link>
        <Link to="/settings/patterns" className={TAB}>
          Fix patterns
        </Link>
      </Tabs>
      <Outlet />
    </main>
  );
}
