import type { Schemas } from '../api/client.ts'

type State = Schemas['Connector']['state']
const NEEDS_SOMEBODY: ReadonlySet<State> = new Set(['degraded', 'rate_limited', 'blocked'])

/** Highlights states that need a person. */
export function StateText({ state }: { readonly state: State }) {
  const text = state.replaceAll('_', ' ')
  return NEEDS_SOMEBODY.has(state) ? <strong>{text}</strong> : <span>{text}</span>
}
