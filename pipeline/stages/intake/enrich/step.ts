/**
 * enrich: adds OCSF enrichments for values that svc added to the event, with the reason. An event that was sent as OCSF
 * is not changed.
 */
import type { OpenBody } from '../../../../connectors/formats/body.ts'
import type { BatchAtHand, EventAtHand, Step, StepTask } from '../step.ts'

export function enrichStep(): Step {
  return { name: 'enrich', stores: [], open: () => new EnrichTask() }
}

const NO_TIME = '{"name":"time","value":"received","data":{},"desc":"the event names no usable time: time of receipt"}'

/** `name` is one of the ambiguous zone names that `platform/time-zone.ts` knows. */
function guessedZone(name: string): string {
  return `{"name":"time","value":"zone ${name}","data":{},"desc":"the zone ${name} has several meanings: the likeliest was taken"}`
}

/** Number of enriched forms that are cached; beyond it the cache is cleared. */
const FORMS_MAX = 1024

class EnrichTask implements StepTask {
  readonly #forms = new Map<string, string>()
  #foundForm = ''
  #enrichments = ''
  #timelessEnrichments = ''

  begin({ open }: BatchAtHand): void {
    this.#forms.clear()
    this.#foundForm = foundForm(open)
    this.#enrichments = enrichments(this.#foundForm)
    this.#timelessEnrichments = enrichments(this.#foundForm, NO_TIME)
  }

  process({ row, isTimeless, zoneGuess }: EventAtHand): null {
    const isPlain = !isTimeless && zoneGuess === ''
    if ((isPlain && this.#foundForm === '') || row.mapping === 'ocsf') return null
    const timeEnrichments = isTimeless
      ? this.#timelessEnrichments
      : enrichments(this.#foundForm, guessedZone(zoneGuess))
    const enrichment = isPlain ? this.#enrichments : timeEnrichments
    if (row.ocsfForm === '') row.ocsfRest = withMember(row.ocsfRest, enrichment)
    else row.ocsfForm = this.#enriched(row.ocsfForm, enrichment)
    return null
  }

  /** Forms repeat from event to event, so their enriched texts are cached. */
  #enriched(form: string, text: string): string {
    let enriched = this.#forms.get(form)
    if (!enriched?.endsWith(text)) {
      if (this.#forms.size >= FORMS_MAX) this.#forms.clear()
      enriched = withMember(form, text)
      this.#forms.set(form, enriched)
    }
    return enriched
  }
}

/** How the body's form was detected; '' when its sender named it. */
function foundForm({ format, evidence }: OpenBody): string {
  if (evidence === null) return ''
  return JSON.stringify({ name: 'format', value: format, data: {}, desc: evidence })
}

function enrichments(...args: readonly string[]): string {
  return `"enrichments":[${args.filter(Boolean).join(',')}]`
}

function withMember(members: string, member: string): string {
  return members === '' ? member : `${members},${member}`
}
