/** Operations of agents: questions that investigations ask of analysts, and comparisons of models. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, plainText, time, uuid } from '../../../schemas/wire.ts'
import { idOf, operationsOf } from '../../platform/acting/index.ts'
import {
  beginComparison,
  COMPARISONS,
  comparison,
  comparisonsPage,
  judgedRuns,
  RUNS_MAX,
} from './compare/comparison.ts'
import { answerQuestion, openQuestionsPage } from './investigator/ask-analyst.ts'

export { INVESTIGATION_OPERATIONS } from './investigation-operations.ts'

const operation = operationsOf<unknown>()

const questionSchema = named(
  'InvestigationQuestion',
  Type.Object({
    run_id: uuid,
    case_id: uuid,
    question: Type.String({ description: 'question by a model, as plain text' }),
    asked_at: time,
  }),
)

const questions = operation.page({
  name: 'investigation_questions.list',
  summary: 'Questions from running investigations to analysts, oldest first',
  permission: 'cases:read',
  path: 'GET /investigation-questions',
  item: questionSchema,
  run: ({ tx }, _, { rows, after }) => openQuestionsPage(tx, rows, after),
})

const answer = operation({
  name: 'investigation_questions.answer',
  summary: 'Answer a question of an investigation, which then continues',
  permission: 'cases:write',
  ofPerson: true,
  audit: 'investigation:answered',
  path: 'POST /investigation-questions/:run_id/answer',
  body: named('InvestigationAnswer', Type.Object({ answer: plainText(4000) }, closed)),
  output: named('InvestigationAnswered', Type.Object({ run_id: uuid, entry_id: uuid, seq: Type.Integer() })),
  async run({ tx, actor, nowMs, note }, { run_id, answer: answerText }) {
    const entry = await answerQuestion(tx, run_id, answerText, idOf(actor), nowMs)
    note({ resource: 'investigation', resourceId: run_id, changes: { entry_id: entry.id } })
    return { run_id, entry_id: entry.id, seq: entry.seq }
  },
})

const compare = operation({
  name: 'agent_comparisons.begin',
  summary: 'Repeat completed runs under another model or prompt, with the recorded results of their tools',
  description:
    'Replays stored runs: nothing is looked up or changed, and a call that the run did not make is answered with could_not_check. Without run_ids it uses the newest runs with a verdict of people. It counts towards the daily budget.',
  permission: 'settings:write',
  audit: 'agents:comparison_begun',
  path: 'POST /agent-comparisons',
  status: 202,
  body: named(
    'ModelComparisonBegin',
    Type.Object(
      {
        run_ids: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: RUNS_MAX, uniqueItems: true })),
        newest: Type.Optional(Type.Integer({ minimum: 1, maximum: RUNS_MAX, description: 'default: 50' })),
        model: Type.Optional(plainText(200)),
        prompt_note: Type.Optional(plainText(2000)),
      },
      closed,
    ),
  ),
  output: COMPARISONS.schema,
  async run({ tx, actor, nowMs, note }, { run_ids, newest = 50, model = null, prompt_note = null }) {
    const chosen = run_ids ?? (await judgedRuns(tx, newest))
    if (chosen.length === 0) throw new AppError('bad_request', 'no run of a model was judged by a person')
    const made = await beginComparison(tx, { run_ids: chosen, model, prompt_note, requested_by: idOf(actor) }, nowMs)
    note({ resource: 'model_comparison', resourceId: made.id, changes: { model, prompt_note, runs: chosen.length } })
    return made
  },
})

const compared = operation({
  name: 'agent_comparisons.get',
  summary: 'A comparison of models: run by run, and over all of them',
  permission: 'settings:read',
  path: 'GET /agent-comparisons/:id',
  output: COMPARISONS.schema,
  run: ({ tx }, { id }) => comparison(tx, id),
})

const listCompared = operation.page({
  name: 'agent_comparisons.list',
  summary: 'Comparisons of models, newest first',
  permission: 'settings:read',
  path: 'GET /agent-comparisons',
  item: COMPARISONS.schema,
  run: ({ tx }, _, { rows, after }) => comparisonsPage(tx, rows, after),
})

export const AGENT_OPERATIONS = [questions, answer, compare, compared, listCompared]
