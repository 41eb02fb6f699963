/** Columns that many lists have. */
import { Badge } from '@mantine/core'
import { None } from './none.tsx'
import { Person } from './person.tsx'
import { Shown } from './shown.tsx'
import type { Column } from './table.tsx'
import { Time } from './time.tsx'
import { wordOf } from './words.ts'

type KeysOf<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T] & string

export function words<T>(head: string, key: KeysOf<T, string | null>): Column<T> {
  return {
    head,
    cell: (row) => {
      const value = row[key] as string | null
      return value === null || value === '' ? <None /> : <Shown text={value} lengthMax={240} />
    },
  }
}

export function short<T>(head: string, key: KeysOf<T, string | null>): Column<T> {
  return { head, isShort: true, cell: (row) => wordOf((row[key] as string | null) ?? '–') }
}

export function mono<T>(head: string, key: KeysOf<T, string | null>): Column<T> {
  return { head, isMono: true, cell: (row) => <Shown text={(row[key] as string | null) ?? '–'} lengthMax={240} /> }
}

export function count<T>(head: string, key: KeysOf<T, number | null>): Column<T> {
  return {
    head,
    isNumber: true,
    isShort: true,
    cell: (row) => (row[key] as number | null)?.toLocaleString() ?? <span className="quiet">not known</span>,
  }
}

export function when<T>(head: string, key: KeysOf<T, string | null>, never = 'never'): Column<T> {
  return {
    head,
    isShort: true,
    cell: (row) => {
      const at = row[key] as string | null
      if (at !== null) return <Time at={at} />
      return never === '–' ? <None /> : <span className="quiet">{never}</span>
    },
  }
}

export function person<T>(head: string, key: KeysOf<T, string | null>): Column<T> {
  return { head, isShort: true, cell: (row) => <Person id={row[key] as string | null} /> }
}

const GOOD: ReadonlySet<string> = new Set([
  ...[
    'active',
    'accepted',
    'granted',
    'passing',
    'pass',
    'detected',
    'available',
    'on',
    'met',
    'ok',
    'ready',
    'verified',
    'newest',
    'healthy',
    'completed',
    'approved',
    'promoted',
    'eval_passed',
  ],
])
/** States that get worse, or that stand still, until a person does something. */
const WARNING: ReadonlySet<string> = new Set([
  ...['degraded', 'rate_limited', 'suspicious', 'awaiting_approval', 'waiting_approval', 'late', 'partly', 'stale'],
])
const BAD: ReadonlySet<string> = new Set([
  ...[
    'failed',
    'failing',
    'fail',
    'rejected',
    'demoted',
    'missed',
    'triggered',
    'breached',
    'revoked',
    'missing',
    'unreadable',
    'contradicted',
    'blocked',
    'denied',
    'eval_failed',
    'expired',
    'malicious',
    'stopped',
    'silent',
  ],
])

const colorOf = (state: string) =>
  GOOD.has(state) ? 'teal' : WARNING.has(state) ? 'yellow' : BAD.has(state) ? 'red' : 'gray'

/** A state as a word and a colour; the word alone is enough to understand it. `label`: the page's own words for it. */
export function State({ of, label }: { readonly of: string; readonly label?: string }) {
  const color = colorOf(of)
  return (
    <Badge component="span" color={color} variant="light" tt="none" className={`state state-${color}`}>
      {label ?? wordOf(of)}
    </Badge>
  )
}

export const actions = <T,>(cell: Column<T>['cell']): Column<T> => ({
  head: 'Actions',
  isShort: true,
  isActions: true,
  cell,
})
