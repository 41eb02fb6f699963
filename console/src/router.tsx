/** Every page by its stable path. A page is a folder: its route here, its queries beside it. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { alertFilter } from './alerts/filter.ts'
import { NoSuchPage } from './shell/no-such-page.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage })
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./overview/page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts',
    validateSearch: alertFilter,
    component: lazyRouteComponent(() => import('./alerts/page.tsx'), 'AlertsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/$id',
    component: lazyRouteComponent(() => import('./alert/page.tsx'), 'AlertPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections',
    validateSearch: ({ search, language, severity }): { search?: string; language?: string; severity?: string } => ({
      search: text(search),
      language: text(language),
      severity: text(severity),
    }),
    component: lazyRouteComponent(() => import('./detections/page.tsx'), 'DetectionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/$id',
    component: lazyRouteComponent(() => import('./detections/rule-page.tsx'), 'RulePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipeline',
    component: lazyRouteComponent(() => import('./pipeline/page.tsx'), 'PipelinePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: ({ search }): { search?: string } => ({ search: text(search) }),
    component: lazyRouteComponent(() => import('./audit/page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings/page.tsx'), 'SettingsPage'),
  }),
] as const

export const router = createRouter({ routeTree: root.addChildren(routes), defaultPreload: 'intent' })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
