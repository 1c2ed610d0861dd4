import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { toAlertsSearch } from './pages/alerts/alerts-search.ts';
import { toChannelsSearch } from './pages/channels/channels-search.ts';
import { toCronJobSearch } from './pages/cron-job/cron-job-search.ts';
import { toMonitorSearch } from './pages/monitor/monitor-search.ts';
import { toOverviewSearch } from './pages/overview/overview-search.ts';
import { OverviewPage } from './pages/overview/OverviewPage.tsx';
import { toReportsSearch } from './pages/reports/reports-search.ts';
import { toSlaSearch } from './pages/sla/sla-search.ts';
import { NotFoundPage } from './shell/NotFoundPage.tsx';
import { Shell } from './shell/Shell.tsx';
import { parseSearch, stringifySearch, textOf } from './util/search-params.ts';

const shell = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

/** A page about another thing begins anew: what was started or typed for the one before is not about it. */
function paramsOf<Params>({ params }: { readonly params: Params }): Params {
  return params;
}

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: toOverviewSearch,
  component: OverviewPage,
});

const cronJob = createRoute({
  getParentRoute: () => shell,
  path: '/cronjobs/$namespace/$name',
  validateSearch: toCronJobSearch,
  remountDeps: paramsOf,
  component: lazyRouteComponent(() => import('./pages/cron-job/CronJobPage.tsx'), 'CronJobPage'),
});

const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  validateSearch: toAlertsSearch,
  component: lazyRouteComponent(() => import('./pages/alerts/AlertsPage.tsx'), 'AlertsPage'),
});

const alert = createRoute({
  getParentRoute: () => shell,
  path: '/alerts/$id',
  remountDeps: paramsOf,
  component: lazyRouteComponent(() => import('./pages/alert/AlertPage.tsx'), 'AlertPage'),
});

const monitors = createRoute({
  getParentRoute: () => shell,
  path: '/monitors',
  component: lazyRouteComponent(() => import('./pages/monitors/MonitorsPage.tsx'), 'MonitorsPage'),
});

const monitor = createRoute({
  getParentRoute: () => shell,
  path: '/monitors/$namespace/$name',
  validateSearch: toMonitorSearch,
  remountDeps: paramsOf,
  component: lazyRouteComponent(() => import('./pages/monitor/MonitorPage.tsx'), 'MonitorPage'),
});

const sla = createRoute({
  getParentRoute: () => shell,
  path: '/sla',
  validateSearch: toSlaSearch,
  component: lazyRouteComponent(() => import('./pages/sla/SlaPage.tsx'), 'SlaPage'),
});

const channels = createRoute({
  getParentRoute: () => shell,
  path: '/channels',
  validateSearch: toChannelsSearch,
  component: lazyRouteComponent(() => import('./pages/channels/ChannelsPage.tsx'), 'ChannelsPage'),
});

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  validateSearch: toReportsSearch,
  component: lazyRouteComponent(() => import('./pages/reports/ReportsPage.tsx'), 'ReportsPage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/SettingsPage.tsx'), 'SettingsPage'),
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/config', replace: true });
  },
});

const configuration = createRoute({
  getParentRoute: () => settings,
  path: '/config',
  component: lazyRouteComponent(() => import('./pages/settings/ConfigurationTab.tsx'), 'ConfigurationTab'),
});

const storage = createRoute({
  getParentRoute: () => settings,
  path: '/storage',
  component: lazyRouteComponent(() => import('./pages/settings/StorageTab.tsx'), 'StorageTab'),
});

const patterns = createRoute({
  getParentRoute: () => settings,
  path: '/patterns',
  validateSearch: ({ run }: Readonly<Record<string, unknown>>): { readonly run?: string | undefined } => ({
    run: textOf(run),
  }),
  component: lazyRouteComponent(() => import('./pages/settings/PatternsTab.tsx'), 'PatternsTab'),
});

/** The pages by their addresses. What a reader has chosen stands in the query string. */
export function createAppRouter() {
  return createRouter({
    routeTree: shell.addChildren([
      overview,
      cronJob,
      alerts,
      alert,
      monitors,
      monitor,
      sla,
      channels,
      reports,
      settings.addChildren([settingsIndex, configuration, storage, patterns]),
    ]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
