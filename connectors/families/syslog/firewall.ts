/** Words that firewalls use for their decisions. */
import { capture, type Fields, first, lookup, type Rows, under } from '../../mapping/table.ts'

const ALLOWED =
  'allow allowed accept accepted pass passed passthrough permit permitted built open close info-events-lost start ip-conn ' +
  'trust fastpath est-allowed encrypt decrypt exempt exempted pass_session continue override ' +
  // The end of an allowed session, which is not a decision of the firewall.
  'timeout client-rst server-rst'
const DENIED =
  'deny denied block blocked drop dropped reject rejected refuse refused prevent prevented reset-client reset-server reset-both ' +
  'drop-icmp block-url block-continue block-override sinkhole ' +
  'discard discarded shun shunned filtered prohibited forbidden ' +
  'delete deleted quarantine quarantined clean cleaned remove removed ' +
  'reset reset_client reset_server drop_session clear_session random-drop alert_deny period_block'
const OBSERVED = 'alert detect detected monitor monitored log log-only bypass'

const words = (of: string, meaning: string) => Object.fromEntries(of.split(' ').map((word) => [word, meaning]))

/** The value for an unlisted word: Other, or no value if the field may hold anything. */
type Rest = 'Other' | null
const looked = (fields: Fields, known: Readonly<Record<string, string>>, rest: Rest) =>
  rest === null ? lookup(fields, known) : lookup(fields, known, rest)

export const action = (fields: Fields, rest: Rest = 'Other') =>
  looked(fields, { ...words(ALLOWED, 'Allowed'), ...words(DENIED, 'Denied'), ...words(OBSERVED, 'Observed') }, rest)

export const disposition = (fields: Fields, rest: Rest = 'Other') =>
  looked(
    fields,
    {
      ...words(ALLOWED, 'Allowed'),
      ...words(DENIED, 'Blocked'),
      ...words(OBSERVED, 'Detected'),
      drop: 'Dropped',
      dropped: 'Dropped',
      ...words('delete deleted remove removed', 'Deleted'),
      ...words('quarantine quarantined', 'Quarantined'),
      ...words('clean cleaned', 'Corrected'),
    },
    rest,
  )

const status = (fields: Fields, rest: Rest = 'Other') =>
  looked(fields, { ...words(ALLOWED, 'Success'), ...words(DENIED, 'Failure') }, rest)

/** The firewall's decision as action, disposition and status of the activity. */
export function decision(fields: Fields): Rows {
  return { action_id: action(fields), disposition_id: disposition(fields), status_id: status(fields) }
}

/** Like `decision`, but if those fields are empty, `id` is used if it holds a decision. */
export function decisionOrId(fields: Fields, id: Fields): Rows {
  return {
    action_id: first(action(fields), action(id, null)),
    disposition_id: first(disposition(fields), disposition(id, null)),
    status_id: first(status(fields), status(id, null)),
  }
}

/**
 * The address to which the firewall translates an end: OCSF has it as the proxy of that end. An empty address and port
 * give nothing.
 */
export function translated(end: 'src_endpoint' | 'dst_endpoint', address: Fields, port: Fields): Rows {
  return under(`${end}.proxy_endpoint`, {
    ip: capture(address, /^(?!0\.0\.0\.0(?:\/|$)|::(?:\/|$))([^/]{2,45})(?:\/|$)/, 'ip'),
    port: capture(port, /(?:^|\/)0{0,4}([1-9]\d{0,4})$/, 'integer'),
  })
}

/** The activity of a flow: a refused flow was never open. */
export const flow = (fields: Fields) =>
  lookup(
    fields,
    {
      ...words(ALLOWED, 'Traffic'),
      ...words(DENIED, 'Refuse'),
      built: 'Open',
      open: 'Open',
      start: 'Open',
      close: 'Close',
      timeout: 'Close',
      'client-rst': 'Reset',
      'server-rst': 'Reset',
      // Allowed, but the peer did not answer.
      'ip-conn': 'Fail',
    },
    undefined,
    'Traffic',
  )
