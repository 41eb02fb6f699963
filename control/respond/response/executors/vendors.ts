/** Actions that the executors of each vendor can do. */
const ON_HOSTS = ['isolate_host', 'kill_process', 'quarantine_file', 'run_av_scan', 'run_script', 'capture_forensics']
const ON_ACCOUNTS = ['disable_user', 'reset_password', 'revoke_session', 'suspend_session', 'force_mfa']
const ON_NETWORKS = ['block_ip', 'allow_ip', 'block_domain', 'block_ioc']

export const VENDOR_NAMES = ['rest', 'jira', 'servicenow', 'webhook', 'slack', 'teams', 'smtp'] as const
export type Vendor = (typeof VENDOR_NAMES)[number]

/** Kinds of actions, by vendor. */
export const CAPABILITIES: Readonly<Record<Vendor, readonly string[]>> = {
  rest: [...ON_HOSTS, ...ON_ACCOUNTS, ...ON_NETWORKS],
  jira: ['create_ticket'],
  servicenow: ['create_ticket'],
  webhook: ['notify'],
  slack: ['notify'],
  teams: ['notify'],
  smtp: ['notify'],
}
