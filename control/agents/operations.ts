/** Operations of agents: questions that investigations ask of analysts. */
import { Type } from 'typebox'
import { closed, named, plainText, time, uuid } from '../../schemas/wire.ts'
import { idOf, operationsOf } from '../acting/index.ts'
import { answerQuestion, openQuestions } from './investigator/ask-analyst.ts'

const operation = operationsOf<unknown>()

const questionSchema = named(
  'InvestigationQuestion',
  Type.Object({
    run_id: uuid,
    case_id: uuid,
    question: Type.String({ description: 'of a model: text, never markup' }),
    asked_at: time,
  }),
)

const questions = operation({
  name: 'investigation_questions.list',
  summary: 'What running investigations ask of analysts, the oldest first',
  permission: 'cases:read',
  path: 'GET /investigation-questions',
  output: named('InvestigationQuestions', Type.Object({ items: Type.Array(questionSchema, { maxItems: 200 }) })),
  run: async ({ tx }) => ({ items: await openQuestions(tx) }),
})

const answer = operation({
  name: 'investigation_questions.answer',
  summary: 'Answer what an investigation asks; it goes on with the answer in its ledger',
  permission: 'cases:write',
  ofPerson: true,
  audit: 'investigation:answered',
  path: 'POST /investigation-questions/:run_id/answer',
  body: named('InvestigationAnswer', Type.Object({ answer: plainText(4000) }, closed)),
  output: named('InvestigationAnswered', Type.Object({ run_id: uuid, entry_id: uuid, seq: Type.Integer() })),
  async run({ tx, actor, nowMs, note }, { run_id, answer: said }) {
    const entry = await answerQuestion(tx, run_id, said, idOf(actor), nowMs)
    note({ resource: 'investigation', resourceId: run_id, changes: { entry_id: entry.id } })
    return { run_id, entry_id: entry.id, seq: entry.seq }
  },
})

export const AGENT_OPERATIONS = [questions, answer]
