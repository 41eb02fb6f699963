/**
 * Executors over the contract of docs/response.md, which EDR, directories and firewalls are put behind:
 *
 *   POST {base}/actions            {id, action_type, target, parameters} -> 2xx {ref}; the same id again is the same action
 *   GET  {base}/state?action_type=..&target=..                           -> 200 {in_force: boolean}; 501: cannot be looked at
 *   DELETE {base}/actions/{ref}                                          -> 2xx: taken back
 */
import type { Respond } from './executor.ts'
import { asker, jsonOf } from './over-http.ts'

const ON_HOSTS = ['isolate_host', 'kill_process', 'quarantine_file', 'run_av_scan', 'run_script', 'capture_forensics']
const ON_ACCOUNTS = ['disable_user', 'reset_password', 'revoke_session', 'suspend_session', 'force_mfa']
const ON_NETWORKS = ['block_ip', 'allow_ip', 'block_domain', 'block_ioc']

const open: Respond['open'] = (settings, deps) => {
  const base = settings.baseUrl.replace(/\/+$/, '')
  const ask = asker(settings, deps)
  return {
    name: `rest ${settings.name}`,
    isSimulated: false,
    async perform({ id, actionType: action_type, target, parameters, rationale }) {
      const answer = await ask('POST', `${base}/actions`, { id, action_type, target, parameters, rationale })
      const { ref } = jsonOf(answer)
      return { ref: typeof ref === 'string' ? ref.slice(0, 200) : null, detail: null }
    },
    async look({ actionType, target }) {
      const query = new URLSearchParams({ action_type: actionType, target })
      const answer = await ask('GET', `${base}/state?${query}`, undefined, [501])
      if (answer.status === 501) return 'unknown'
      const { in_force: isThere } = jsonOf(answer)
      if (typeof isThere !== 'boolean') return 'unknown'
      return isThere ? 'there' : 'absent'
    },
    async undo({ id, executorRef }) {
      await ask('DELETE', `${base}/actions/${encodeURIComponent(executorRef ?? id)}`)
    },
  }
}

export const REST_RESPOND: Respond = {
  vendor: 'rest',
  capabilities: [...ON_HOSTS, ...ON_ACCOUNTS, ...ON_NETWORKS],
  open,
}
