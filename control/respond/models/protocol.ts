/** How a question to a model is written and its answer read: OpenAI's chat completions, Azure's form of them, Anthropic's. */
import { AppError } from '../../../platform/errors.ts'
import { storableText } from '../../../platform/storable.ts'
import type { Provider } from './model-credential.ts'

export type ModelAccess = {
  readonly provider: Provider
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string | null
  /** The owner of the address. */
  readonly chosenBy: 'operator' | 'tenant'
  /** USD per million tokens. Null when not set. */
  readonly prices: { readonly prompt: number; readonly completion: number } | null
  readonly callsMax: number
  readonly tokensMax: number
  /** For one investigation. */
  readonly runTokensMax: number
  /** The same in dollars. Null when not set. */
  readonly runUsdMax: number | null
}

export type Turn = { readonly role: 'user' | 'assistant'; readonly content: string }
export type Question = { readonly system: string; readonly turns: readonly Turn[]; readonly answerTokensMax: number }
export type Answered = {
  readonly text: string
  /** Name that the model reports for itself. */
  readonly model: string | null
  /** Null: not measured. */
  readonly promptTokens: number | null
  readonly completionTokens: number | null
}

export type Written = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const AZURE_VERSION = '2024-10-21'

export function written(access: ModelAccess, question: Question): Written {
  return access.provider === 'anthropic' ? messages(access, question) : completions(access, question)
}

function completions(
  { provider, baseUrl, model, apiKey }: ModelAccess,
  { system, turns, answerTokensMax }: Question,
): Written {
  const base = baseUrl.replace(/\/+$/, '')
  const isAzure = provider === 'azure-openai'
  const url = isAzure
    ? `${base}/openai/deployments/${encodeURIComponent(model)}/chat/completions?api-version=${AZURE_VERSION}`
    : `${base}/chat/completions`
  const key: Record<string, string> =
    apiKey === null ? {} : isAzure ? { 'api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
  const body = {
    ...{ model, temperature: 0, max_tokens: answerTokensMax, response_format: { type: 'json_object' } },
    messages: [{ role: 'system', content: system }, ...turns],
  }
  return { url, headers: { 'content-type': 'application/json', ...key }, body: JSON.stringify(body) }
}

function messages({ baseUrl, model, apiKey }: ModelAccess, { system, turns, answerTokensMax }: Question): Written {
  const key: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey }
  return {
    url: `${baseUrl.replace(/\/+$/, '')}/v1/messages`,
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...key },
    body: JSON.stringify({ model, temperature: 0, max_tokens: answerTokensMax, system, messages: turns }),
  }
}

/** Throws `unavailable` for an answer outside the protocol. */
export function readAnswer(provider: Provider, body: string): Answered {
  const value = jsonOf(body)
  const usage = at(value, 'usage')
  const isMessages = provider === 'anthropic'
  const text = isMessages ? textOfBlocks(at(value, 'content')) : at(value, 'choices', 0, 'message', 'content')
  if (typeof text !== 'string') throw new AppError('unavailable', 'the model answered without a text')
  const model = at(value, 'model')
  return {
    text: storableText(text),
    model: typeof model === 'string' ? storableText(model.slice(0, 200)) : null,
    promptTokens: count(at(usage, isMessages ? 'input_tokens' : 'prompt_tokens')),
    completionTokens: count(at(usage, isMessages ? 'output_tokens' : 'completion_tokens')),
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new AppError('unavailable', 'the answer of the model is not JSON', { cause })
  }
}

function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const key of path) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

function textOfBlocks(blocks: unknown): string | undefined {
  if (!Array.isArray(blocks)) return undefined
  const texts = blocks.map((block) => at(block, 'text')).filter((one) => typeof one === 'string')
  return texts.length === 0 ? undefined : texts.join('')
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31 ? value : null
}
