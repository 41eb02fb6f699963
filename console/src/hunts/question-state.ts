type Question = { readonly ended_at: string | null; readonly deadline: string }

/** A question is fetched until its deadline, unless a person ended it. */
export function questionState({ ended_at: ended, deadline }: Question, nowMs: number): 'open' | 'ended' | 'over' {
  if (ended !== null) return 'ended'
  return Date.parse(deadline) > nowMs ? 'open' : 'over'
}
