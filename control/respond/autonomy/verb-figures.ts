/** Agreement of people with automation, by verb and by class, and the conditions for a grant of a verb. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { atLeast, percent } from './figures.ts'
import { DEMOTION, VERB, WINDOW_DAYS } from './thresholds.ts'
import { deedsOfPeople, isVerbInShadow, trailingOfVerb, type VerbCounts, verbCounts } from './verb-store.ts'

const DAY_MS = 86_400_000

export type VerbFigures = {
  readonly decided: number
  readonly agreed: number
  readonly unlabeled: number
  readonly open: number
  /** Null: people have shown nothing about any of them. */
  readonly agreement: number | null
  readonly agreement_at_least: number | null
}

export type VerbMeasured = {
  readonly is_in_shadow: boolean
  readonly window: VerbFigures
  readonly by_alert_class: readonly (VerbFigures & { readonly key: string })[]
  readonly trailing: { readonly decided: number; readonly agreed: number }
  /** Actions of people: null where the verb is in no shadow. */
  readonly people_did: number | null
  readonly foreseen: number | null
}

const figuresOf = (rows: readonly VerbCounts[]): VerbFigures => {
  const sum = (of: 'decided' | 'agreed' | 'unlabeled' | 'open') => rows.reduce((all, row) => all + row[of], 0)
  const [decided, agreed] = [sum('decided'), sum('agreed')]
  return {
    ...{ decided, agreed, unlabeled: sum('unlabeled'), open: sum('open') },
    agreement: decided === 0 ? null : agreed / decided,
    agreement_at_least: atLeast(agreed, decided),
  }
}

/** Null when the verb is not in shadow mode and has no stored decision. */
export async function verbMeasured(tx: TenantTx, verb: string, nowMs: number): Promise<VerbMeasured | null> {
  const since = new Date(nowMs - WINDOW_DAYS * DAY_MS)
  const rows = (await verbCounts(tx, since)).filter((row) => row.verb === verb)
  const isOn = await isVerbInShadow(tx, verb)
  if (rows.length === 0 && !isOn) return null
  const deeds = isOn ? (await deedsOfPeople(tx, since)).find((one) => one.verb === verb) : null
  return {
    is_in_shadow: isOn || rows.some(({ inShadow }) => inShadow > 0),
    window: figuresOf(rows),
    by_alert_class: rows.map((row) => ({ key: row.alertClass, ...figuresOf([row]) })),
    trailing: await trailingOfVerb(tx, verb),
    people_did: deeds === null ? null : (deeds?.did ?? 0),
    foreseen: deeds === null ? null : (deeds?.foreseen ?? 0),
  }
}

/** A verb that was in the shadow is granted by its own figures too; one that never was by those of triage alone. */
export function refusalsOfVerb(found: VerbMeasured | null): string[] {
  if (found === null) return []
  if (!found.is_in_shadow) return breachesOfVerb(found)
  const { decided, agreement } = found.window
  const refusals: string[] = []
  if (decided < VERB.decisions)
    refusals.push(`of ${decided} requests for the verb people have shown what they hold, ${VERB.decisions} are needed`)
  if (agreement === null || agreement < VERB.agreement)
    refusals.push(
      `people did what the verb would have done in ${agreement === null ? 'no measured share' : percent(agreement)}, at least ${percent(VERB.agreement)} is needed`,
    )
  return [...refusals, ...breachesOfVerb(found)]
}

/** Few decisions break nothing. */
export function breachesOfVerb(found: VerbMeasured | null): string[] {
  if (found === null) return []
  const shares = [
    { of: 'of the verb', ...found.window },
    { of: 'of the most recent requests for the verb', ...found.trailing },
    ...found.by_alert_class.map((own) => ({ of: `of the verb in the class ${own.key}`, ...own })),
  ]
  return shares
    .filter(({ decided, agreed }) => decided >= VERB.decisionsToFall && agreed / decided < DEMOTION.agreement)
    .map(
      ({ of, decided, agreed }) =>
        `${of} agreement is ${percent(agreed / decided)}, below ${percent(DEMOTION.agreement)}`,
    )
}
