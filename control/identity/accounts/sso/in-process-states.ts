import {
  type SignInState,
  type SignInStates,
  STATE_MS,
  STATES_MAX,
  stateDigest,
  tooManySignIns,
} from './sign-in-states.ts'

type Kept = { readonly state: SignInState; readonly untilMs: number }

/** For a single replica. `nowMs` must never decrease. */
export function inProcessStates(nowMs: () => number = () => performance.now(), max = STATES_MAX): SignInStates {
  /** All live equally long, so the order of insertion is that of expiry. */
  const states = new Map<string, Kept>()
  const forgetExpired = () => {
    for (const [key, { untilMs }] of states) {
      if (untilMs > nowMs()) return
      states.delete(key)
    }
  }
  return {
    async put(id, state) {
      forgetExpired()
      if (states.size >= max) throw tooManySignIns()
      states.set(stateDigest(id), { state, untilMs: nowMs() + STATE_MS })
    },
    async consume(id) {
      forgetExpired()
      const key = stateDigest(id)
      const kept = states.get(key)
      states.delete(key)
      return kept?.state ?? null
    },
  }
}
