/** An inject's first answer, in words: when it came, and whether that was in time. */
import type { AnswerOf } from '../api/call.ts'
import { durationOf } from '../parts/durations.ts'

type Inject = AnswerOf<'GET /api/v1/purple-team/tabletop/{tabletop_id}/report'>['injects'][number]

export function answerWords(inject: Pick<Inject, 'first_answer_seconds' | 'is_in_time' | 'within_minutes'>): string {
  const { first_answer_seconds: seconds, is_in_time: inTime, within_minutes: minutes } = inject
  const bound = minutes === null ? '' : ` (${minutes} min were set)`
  if (seconds === null) return inTime === false ? `Nobody answered in time${bound}` : `Nobody has answered yet${bound}`
  const late = inTime === null ? '' : inTime ? ', in time' : ', too late'
  return `Answered after ${durationOf(seconds)}${late}${bound}`
}
