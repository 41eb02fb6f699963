/** Every page by its stable path. A page is a folder: its route here, its queries beside it. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router'
import { alertFilter } from './alerts/filter.ts'
import { caseFilter } from './cases/filter.ts'
import { queueFilter } from './organisation/queue-filter.ts'
import { searchText as text } from './parts/search-text.ts'
import { Waiting } from './parts/states.tsx'
import { NoSuchPage } from './shell/no-such-page.tsx'
import { PageFault } from './shell/page-fault.tsx'
import { Shell } from './shell/shell.tsx'
import { whenReachable } from './shell/when-reachable.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NoSuchPage })

type SearchParams = {
  query?: string
  values?: string
  language?: string
  from?: string
  to?: string
  hours?: string
  where?: string
  columns?: string
  event?: string
  job?: string
}
type RulesParams = { search?: string; language?: string; severity?: string; state?: string; view?: string }
type ResponseParams = { tab?: string; approval?: string; decide?: string }
type HuntsParams = { tab?: string; make?: string; query?: string; language?: string; hours?: string }

const tabOf = ({ tab }: Record<string, unknown>): { tab?: string } => ({ tab: text(tab) })

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(
      whenReachable(() => import('./overview/page.tsx')),
      'OverviewPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts',
    validateSearch: alertFilter,
    component: lazyRouteComponent(
      whenReachable(() => import('./alerts/page.tsx')),
      'AlertsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/$id',
    component: lazyRouteComponent(
      whenReachable(() => import('./alert/page.tsx')),
      'AlertPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections',
    validateSearch: ({ search, language, severity, state, view }): RulesParams => ({
      search: text(search),
      language: text(language),
      severity: text(severity),
      state: text(state),
      view: text(view),
    }),
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/page.tsx')),
      'DetectionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/new',
    validateSearch: ({ query, language }): { query?: string; language?: string } => ({
      query: text(query),
      language: text(language),
    }),
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/new-rule.tsx')),
      'NewRulePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/import',
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/import-rules.tsx')),
      'ImportRulesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/coverage',
    validateSearch: ({ hours, show }): { hours?: string; show?: string } => ({ hours: text(hours), show: text(show) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/coverage.tsx')),
      'CoveragePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/placeholders',
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/placeholders.tsx')),
      'PlaceholdersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/suppressions',
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/suppressions.tsx')),
      'SuppressionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/drift',
    validateSearch: ({ kind, source }): { kind?: string; source?: string } => ({
      kind: text(kind),
      source: text(source),
    }),
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/drift.tsx')),
      'DriftPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/proposals',
    validateSearch: ({ status }): { status?: string } => ({ status: text(status) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./proposals/page.tsx')),
      'ProposalsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/proposals/$id',
    component: lazyRouteComponent(
      whenReachable(() => import('./proposals/proposal-page.tsx')),
      'ProposalPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/marketplace',
    validateSearch: ({ search, kind }): { search?: string; kind?: string } => ({
      search: text(search),
      kind: text(kind),
    }),
    component: lazyRouteComponent(
      whenReachable(() => import('./marketplace/page.tsx')),
      'MarketplacePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/marketplace/$slug',
    component: lazyRouteComponent(
      whenReachable(() => import('./marketplace/item-page.tsx')),
      'MarketplaceItemPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/detections/$id',
    component: lazyRouteComponent(
      whenReachable(() => import('./detections/rule-page.tsx')),
      'RulePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/pipeline',
    validateSearch: ({ tab, table }): { tab?: string; table?: string } => ({ tab: text(tab), table: text(table) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./pipeline/page.tsx')),
      'PipelinePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/search',
    validateSearch: ({ query, values, language, from, to, hours, where, columns, event, job }): SearchParams => ({
      query: text(query),
      values: text(values),
      language: text(language),
      from: text(from),
      to: text(to),
      hours: text(hours),
      where: text(where),
      columns: text(columns),
      event: text(event),
      job: text(job),
    }),
    component: lazyRouteComponent(
      whenReachable(() => import('./search/page.tsx')),
      'SearchPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/hunts',
    validateSearch: ({ tab, make, query, language, hours }): HuntsParams => ({
      tab: text(tab),
      make: text(make),
      query: text(query),
      language: text(language),
      hours: text(hours),
    }),
    component: lazyRouteComponent(
      whenReachable(() => import('./hunts/page.tsx')),
      'HuntsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/hunts/$id',
    component: lazyRouteComponent(
      whenReachable(() => import('./hunts/hunt-page.tsx')),
      'HuntPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cases',
    validateSearch: caseFilter,
    component: lazyRouteComponent(
      whenReachable(() => import('./cases/list.tsx')),
      'CasesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cases/$id',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./cases/case-page.tsx')),
      'CasePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/response',
    validateSearch: ({ tab, approval, decide }): ResponseParams => ({
      ...{ tab: text(tab), approval: text(approval), decide: text(decide) },
    }),
    component: lazyRouteComponent(
      whenReachable(() => import('./response/page.tsx')),
      'ResponsePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/entities',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./entities/page.tsx')),
      'EntitiesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/entities/$entity',
    component: lazyRouteComponent(
      whenReachable(() => import('./entities/entity-page.tsx')),
      'EntityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/intel',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./intel/page.tsx')),
      'IntelPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/phishing',
    component: lazyRouteComponent(
      whenReachable(() => import('./phishing/page.tsx')),
      'PhishingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/connectors',
    validateSearch: ({ add }): { add?: string } => ({ add: text(add) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./connectors/page.tsx')),
      'ConnectorsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/connectors/$id',
    component: lazyRouteComponent(
      whenReachable(() => import('./connectors/connector-page.tsx')),
      'ConnectorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/usage',
    validateSearch: ({ tab, month }): { tab?: string; month?: string } => ({ tab: text(tab), month: text(month) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./usage/page.tsx')),
      'UsagePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: ({ search, tab }): { search?: string; tab?: string } => ({ search: text(search), tab: text(tab) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./audit/page.tsx')),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./settings/page.tsx')),
      'SettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/cases/$id/report',
    component: lazyRouteComponent(
      whenReachable(() => import('./cases/report.tsx')),
      'CaseReportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/playbooks/$id',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./playbooks/page.tsx')),
      'PlaybookPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sla',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./sla/page.tsx')),
      'SlaPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/oncall',
    component: lazyRouteComponent(
      whenReachable(() => import('./oncall/page.tsx')),
      'OnCallPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/purple-team',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./purple-team/page.tsx')),
      'PurpleTeamPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/honeytokens',
    component: lazyRouteComponent(
      whenReachable(() => import('./honeytokens/page.tsx')),
      'HoneytokensPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    component: lazyRouteComponent(
      whenReachable(() => import('./reports/page.tsx')),
      'ReportsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports/$id',
    component: lazyRouteComponent(
      whenReachable(() => import('./reports/report-page.tsx')),
      'ReportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/compliance',
    validateSearch: ({ framework }): { framework?: string } => ({ framework: text(framework) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./compliance/page.tsx')),
      'CompliancePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/metrics',
    validateSearch: ({ days, step }): { days?: string; step?: string } => ({ days: text(days), step: text(step) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./metrics/page.tsx')),
      'MetricsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./access/page.tsx')),
      'AccessPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/organisation',
    validateSearch: (found: Record<string, unknown>) => ({ ...tabOf(found), ...queueFilter(found) }),
    component: lazyRouteComponent(
      whenReachable(() => import('./organisation/page.tsx')),
      'OrganisationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/organisation/new',
    component: lazyRouteComponent(
      whenReachable(() => import('./organisation/new-customer.tsx')),
      'NewCustomerPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automation',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./automation/page.tsx')),
      'AutomationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/governance',
    validateSearch: tabOf,
    component: lazyRouteComponent(
      whenReachable(() => import('./governance/page.tsx')),
      'GovernancePage',
    ),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  // Says for how long there was no answer, where the code of a page does not come.
  defaultPendingComponent: () => <Waiting lines={8} />,
  defaultErrorComponent: PageFault,
  // Parameters are text as it stands: a query may be a number, a word of JSON or stand in quotation marks.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
