/** Turns changes in a tenant's stories into drafts of its alerts. */
import type { AlertDraft } from '../../../schemas/alert-draft.ts'
import { idOf } from '../../signal-id.ts'
import { documentOf } from './document.ts'
import { DAY_MS } from './limits.ts'
import type { Part } from './part.ts'
import { storyKey, storyOf } from './stories.ts'
import { type Summary, summaryOf } from './summary.ts'
import type { TenantStories } from './tenant-stories.ts'
import type { Weights } from './weights.ts'

/** Rules of severity `informational`: their alerts are for looking up, never for notification. */
const INFORMATIONAL = 1

type PlacedStory = { readonly parts: readonly Part[]; readonly summary: Summary; readonly alertId: string }

export function draftsOf(stories: TenantStories, weights: Weights): AlertDraft[] {
  const placed = storiesIn(stories)
  const left = new Map<string, Set<string>>() // alert id -> ids of the alerts that took its parts
  for (const { parts, alertId } of placed) {
    for (const part of parts) {
      const before = [part.shownIn, ...(stories.absorbed.get(part.key) ?? [])]
      stories.show(part, alertId)
      for (const old of before) if (old !== '' && old !== alertId) addTo(left, alertId, old)
    }
  }
  stories.published()
  const gone = (alertId: string) => [...(left.get(alertId) ?? [])].filter((old) => !stories.isShown(old)).sort()
  const of = (alertId: string, absorbs: readonly string[], document: string): AlertDraft => {
    return { tenant_id: stories.tenant, alert_id: alertId, version: stories.clock, absorbs, document }
  }
  const kept = placed.filter(({ alertId }) => alertId !== '')
  const absorbed = new Set(kept.flatMap(({ alertId }) => gone(alertId)))
  return [
    ...gone('').flatMap((old) => (absorbed.has(old) ? [] : [of(old, [], '')])),
    ...kept.map(({ alertId, summary }) => {
      const day = Math.floor(summary.receivedFirstMs / DAY_MS)
      const document = documentOf(summary, (ruleId) => stories.days.firedBefore(ruleId, day), weights)
      return of(alertId, gone(alertId), JSON.stringify(document))
    }),
  ]
}

function storiesIn(stories: TenantStories): PlacedStory[] {
  const { known } = stories
  const visited = new Set<Part>()
  return [...stories.unpublished].flatMap((start) => {
    if (visited.has(start)) return []
    const parts = storyOf(known, start, visited)
    const summary = summaryOf(parts)
    return [{ parts, summary, alertId: isWorthAnAlert(summary) ? alertIdOf(stories, parts, summary) : '' }]
  })
}

function isWorthAnAlert({ severityId }: Summary): boolean {
  return severityId > INFORMATIONAL
}

/**
 * The id derives from the story's first hour and entity, and from the receipt span: signals after the story was dropped
 * make another alert.
 */
function alertIdOf({ tenant, known }: TenantStories, parts: readonly Part[], { receivedFirstMs }: Summary): string {
  const span = Math.floor(receivedFirstMs / known.limits.keepMs)
  return idOf('alert', tenant, storyKey(known, parts), String(span))
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known) known.add(value)
  else sets.set(key, new Set([value]))
}
