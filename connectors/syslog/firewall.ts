/** What firewalls call what they did. */
import { type Fields, lookup, type Rows } from '../compile/table.ts'

const ALLOWED =
  'allow allowed accept accepted pass passed passthrough permit permitted built open close info-events-lost start ip-conn'
const DENIED =
  'deny denied block blocked drop dropped reject rejected refuse refused prevent prevented reset-client reset-server reset-both ' +
  'drop-icmp block-url block-continue block-override sinkhole'
const OBSERVED = 'alert detect detected monitor log bypass timeout client-rst server-rst'

const words = (of: string, meaning: string) => Object.fromEntries(of.split(' ').map((word) => [word, meaning]))

export const action = (fields: Fields) =>
  lookup(fields, { ...words(ALLOWED, 'Allowed'), ...words(DENIED, 'Denied'), ...words(OBSERVED, 'Observed') }, 'Other')

export const disposition = (fields: Fields) =>
  lookup(
    fields,
    {
      ...words(ALLOWED, 'Allowed'),
      ...words(DENIED, 'Blocked'),
      ...words(OBSERVED, 'Detected'),
      drop: 'Dropped',
      dropped: 'Dropped',
      'client-rst': 'Reset',
      'server-rst': 'Reset',
    },
    'Other',
  )

/** Action, disposition and the activity's status in one. */
export function decision(fields: Fields): Rows {
  return {
    action_id: action(fields),
    disposition_id: disposition(fields),
    status_id: lookup(fields, { ...words(ALLOWED, 'Success'), ...words(DENIED, 'Failure') }, 'Other'),
  }
}

/** Of a flow: one that was refused never was. */
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
    },
    undefined,
    'Traffic',
  )
