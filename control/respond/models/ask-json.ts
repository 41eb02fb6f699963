/** Asks for an answer of a shape: one of another shape is sent back once with its fault, and a second one fails. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../../../platform/errors.ts'
import { inputFaults } from '../../../platform/schema-faults.ts'
import { storable } from '../../../platform/storable.ts'
import type { ModelDeps } from './access.ts'
import { askCounted, type Counted, type InTenant } from './ask.ts'
import type { Purpose } from './budget.ts'
import type { Answered, ModelAccess, Question } from './protocol.ts'

const REPEATED_MAX = 4_000
const FAULTS_MAX = 5
/** Nesting of an answer: what is deeper could be neither shown nor stored. */
const DEPTH_MAX = 32

export type Checked<T> = {
  readonly value: T
  /** In their order: one, or two with a repair. */
  readonly calls: readonly Counted[]
}

/** Reads a text as JSON of the shape: gives the value, or the fault. */
export type ReadShape<T> = (
  text: string,
) => { readonly value: T; readonly fault: null } | { readonly value: null; readonly fault: string }

/** Throws as `askCounted` does, and `unavailable` when two answers have a wrong shape. */
export async function askJson<T>(
  inTenant: InTenant,
  deps: Pick<ModelDeps, 'egress' | 'timeoutMs' | 'nowMs'>,
  access: ModelAccess,
  about: Purpose,
  question: Question,
  read: ReadShape<T>,
): Promise<Checked<T>> {
  return askShaped((one) => askCounted(inTenant, deps, access, about, one), question, read)
}

/** The same of whatever answers. */
export async function askShaped<T, A extends Pick<Answered, 'text'>>(
  ask: (question: Question) => Promise<A>,
  question: Question,
  read: ReadShape<T>,
): Promise<{ readonly value: T; readonly calls: readonly A[] }> {
  const first = await ask(question)
  const answer = read(first.text)
  if (answer.fault === null) return { value: answer.value, calls: [first] }
  const repaired = await ask(repairOf(question, first.text, answer.fault))
  const again = read(repaired.text)
  if (again.fault === null) return { value: again.value, calls: [first, repaired] }
  throw new AppError('unavailable', `the model answers in another shape: ${again.fault}`)
}

function repairOf(question: Question, text: string, fault: string): Question {
  const correction = `That is not the JSON asked for: ${fault}. Answer with the JSON object alone.`
  const value = text.slice(0, REPEATED_MAX)
  const turns = [
    ...question.turns,
    { role: 'assistant' as const, content: value === '' ? '{}' : value },
    { role: 'user' as const, content: correction },
  ]
  return { ...question, turns }
}

/** Members that the schema does not know are a fault where it is closed. */
export function shapeOf<T>(schema: TSchema): ReadShape<T> {
  const compiled = Compile(schema)
  return (text) => {
    const value = jsonIn(text)
    if (value === undefined) return { value: null, fault: 'no JSON object' }
    if (isDeeper(value, DEPTH_MAX)) return { value: null, fault: `it is nested more than ${DEPTH_MAX} levels deep` }
    if (compiled.Check(value)) return { value: value as T, fault: null } // `compiled` checked the value
    const faults = inputFaults([...compiled.Errors(value)]).slice(0, FAULTS_MAX)
    return { value: null, fault: faults.map(({ loc, msg }) => `${loc.join('.')} ${msg}`.trim()).join('; ') }
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1))
}

/** Models put JSON in Markdown code fences despite instructions. */
function jsonIn(text: string): unknown {
  const [, inner = text] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? []
  try {
    return storable(JSON.parse(inner))
  } catch {
    return undefined
  }
}
