/**
 * A deterministic model for tests and measurements: a server that speaks the public HTTP APIs of providers (chat
 * completions, messages) and answers by fixed rules from its input. It understands no language and obeys no
 * instruction. Its figures show how prompts, tools, checker and scoring work together, and say nothing about a real
 * model.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { copilotAnswer } from './stand-in-copilot.ts'
import { nextStep } from './stand-in-investigator.ts'
import { eventsIn, isSuspicious, type ShownEntry, shownIn } from './stand-in-reading.ts'

export const STAND_IN = 'stand-in-1'
const BODY_BYTES_MAX = 4 << 20
const BYTES_A_TOKEN = 4

export type StandInModel = { readonly url: string; close(): Promise<void> }

/** Listens on this machine alone. */
export async function openStandInModel(port = 0): Promise<StandInModel> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) {
      text += chunk
      if (text.length > BODY_BYTES_MAX) return response.writeHead(413).end()
    }
    try {
      const body = answerTo(request.url ?? '', JSON.parse(text))
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unreadable'
      return response.writeHead(400).end(JSON.stringify({ error: { message } }))
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { url, close }
}

type Message = { readonly role: string; readonly content: string }
type Request = { readonly system?: string; readonly messages: readonly Message[] }

function answerTo(path: string, { system: ofMessages, messages }: Request) {
  const isMessages = path.endsWith('/messages')
  const system = ofMessages ?? messages.find(({ role }) => role === 'system')?.content ?? ''
  const user = messages.find(({ role }) => role === 'user')?.content ?? ''
  const text = JSON.stringify(answer(system, user))
  const [promptTokens, completionTokens] = [system.length + user.length, text.length].map((chars) =>
    Math.ceil(chars / BYTES_A_TOKEN),
  )
  if (isMessages) {
    const usage = { input_tokens: promptTokens, output_tokens: completionTokens }
    const content = [{ type: 'text', text }]
    return { id: 'm-1', type: 'message', role: 'assistant', model: STAND_IN, content, usage }
  }
  const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens }
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }]
  return { id: 'c-1', object: 'chat.completion', model: STAND_IN, choices, usage }
}

function answer(system: string, user: string): unknown {
  if (system.startsWith('You investigate')) return nextStep(shownIn(user))
  if (system.startsWith('You help an analyst of a security operations centre to judge')) return triage(shownIn(user))
  if (system.startsWith('You are asked by')) return copilotAnswer(system, shownIn(user))
  return { ok: true }
}

/** Decides by events, by verdicts of people on similar alerts, and by intelligence. */
function triage(entries: readonly ShownEntry[]) {
  const of = (about: string) => entries.find((entry) => entry.about === about)
  const [events, past, intel] = [of('events'), of('past'), of('intel')]
  const shown = eventsIn(events?.says)
  const bad = shown.find(isSuspicious)
  const known = listOf(intel?.says, 'known').length
  const noAttacks = numberOf(past?.says, 'no_attacks')
  const attacks = numberOf(past?.says, 'attacks')
  const about = bad ?? shown[0]
  const claims =
    about === undefined || events === undefined
      ? []
      : [{ text: `It runs on “${about.host ?? about.uid}”.`, rests: [events.entry], events: [about.uid] }]
  const wouldChange = ['A person of the team who says that it was planned.']
  const say = (verdict: string, confidence: number, recommendations: readonly string[]) => {
    return { verdict, confidence, claims, would_change: wouldChange, recommendations }
  }
  if (bad !== undefined && noAttacks > attacks && noAttacks >= 3) return say('benign', 0.7, ['compare_alike'])
  if (bad !== undefined || known > 0)
    return say('true_positive', known > 0 && bad ? 0.95 : 0.85, ['check_host', 'contain'])
  if (shown.length === 0) return say('true_positive', 0.3, ['read_events'])
  return noAttacks > attacks ? say('benign', 0.9, ['compare_alike']) : say('false_positive', 0.75, ['check_user'])
}

function listOf(says: unknown, name: string): readonly unknown[] {
  const value = (says as Readonly<Record<string, unknown>> | undefined)?.[name]
  return Array.isArray(value) ? value : []
}

function numberOf(says: unknown, name: string): number {
  const value = (says as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'number' ? value : 0
}
