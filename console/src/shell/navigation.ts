/** The pages that are offered, in their order. One that an account may not read is not offered to it. */
export const PAGES = [
  { to: '/', label: 'Overview', needs: 'alerts:read' },
  { to: '/alerts', label: 'Alerts', needs: 'alerts:read' },
  { to: '/detections', label: 'Detections', needs: 'rules:read' },
  { to: '/pipeline', label: 'Pipeline', needs: 'connectors:read' },
  { to: '/audit', label: 'Audit', needs: 'audit_log:read' },
  { to: '/settings', label: 'Settings', needs: null },
] as const
