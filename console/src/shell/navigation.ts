/** The pages that are offered, in their order. One that an account may not read is not offered to it. */
export const PAGES = [
  { to: '/', label: 'Overview', needs: 'alerts:read' },
  { to: '/alerts', label: 'Alerts', needs: 'alerts:read' },
  { to: '/cases', label: 'Cases', needs: 'cases:read' },
  { to: '/search', label: 'Search', needs: 'lake:query' },
  { to: '/hunts', label: 'Hunts', needs: 'hunts:read' },
  { to: '/detections', label: 'Detections', needs: 'rules:read' },
  { to: '/entities', label: 'Entities', needs: 'alerts:read' },
  { to: '/intel', label: 'Intel', needs: 'threat_intel:read' },
  { to: '/phishing', label: 'Phishing', needs: 'alerts:read' },
  { to: '/response', label: 'Response', needs: 'actions:read' },
  { to: '/connectors', label: 'Connectors', needs: 'connectors:read' },
  { to: '/pipeline', label: 'Pipeline', needs: 'connectors:read' },
  { to: '/usage', label: 'Usage', needs: 'reports:read' },
  { to: '/audit', label: 'Audit', needs: 'audit_log:read' },
  { to: '/settings', label: 'Settings', needs: null },
] as const
