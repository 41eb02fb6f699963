/**
 * `npm run eval -- --provider stand-in|obedient|openai-compatible|anthropic|azure-openai [--base-url URL] [--model NAME]
 * [--variants N] [--injections N] [--tool-texts N] [--investigations N] [--prices PROMPT,COMPLETION] [--out FILE]`: measures a
 * model as a judge of alerts and as an investigator. The key is LLM_API_KEY. With SVC_CORPORA_DIR the attack commands there too.
 */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openStandInModel } from '../../control/respond/agents/evaluation/stand-in-model.ts'
import { obey } from '../../control/respond/agents/redteam/obeying-model.ts'
import { openScriptedModel } from '../../control/respond/models/scripted-model.ts'
import { openEgress } from '../../platform/egress/client.ts'
import { evaluate, type ModelUnderTest } from './evaluate.ts'
import { page } from './page.ts'

const { values } = parseArgs({
  options: {
    provider: { type: 'string', default: 'stand-in' },
    'base-url': { type: 'string' },
    model: { type: 'string' },
    variants: { type: 'string', default: '11' },
    injections: { type: 'string', default: '496' },
    'tool-texts': { type: 'string', default: '119' },
    investigations: { type: 'string', default: '32' },
    prices: { type: 'string' },
    'timeout-s': { type: 'string', default: '120' },
    out: { type: 'string' },
  },
})

const opened = await openModel(values.provider)
const egress = openEgress({
  ...{ airGap: { enabled: false, allowlist: [] }, allowPrivate: true, log: pino({ level: 'silent' }) },
})
const sizes = {
  variants: whole('variants'),
  injections: whole('injections'),
  toolTexts: whole('tool-texts'),
  investigations: whole('investigations'),
}
const result = await evaluate(opened.model, egress, Number(values['timeout-s']) * 1000, sizes)
await opened.close()
const text = page(result)
process.stdout.write(text)
if (values.out !== undefined) fs.writeFileSync(values.out, text)
// A run in which every question failed is not a measurement.
process.exitCode = result.triage.model.answered === 0 ? 1 : 0

function whole(name: 'variants' | 'injections' | 'tool-texts' | 'investigations'): number {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} is a whole number`)
  return value
}

async function openModel(provider: string): Promise<{ model: ModelUnderTest; close: () => Promise<void> }> {
  const local = { provider: 'openai-compatible', apiKey: 'k', prices: null } as const
  if (provider === 'stand-in') {
    const { url, close } = await openStandInModel()
    return { model: { ...local, name: 'stand-in-1', baseUrl: url, isReal: false }, close }
  }
  if (provider === 'obedient') {
    const scripted = await openScriptedModel()
    scripted.otherwise = obey
    return { model: { ...local, name: 'obedient', baseUrl: scripted.url, isReal: false }, close: scripted.close }
  }
  if (provider !== 'openai-compatible' && provider !== 'anthropic' && provider !== 'azure-openai')
    throw new Error('--provider is stand-in, obedient, openai-compatible, anthropic or azure-openai')
  const baseUrl = values['base-url'] ?? process.env.LLM_BASE_URL
  const name = values.model ?? process.env.LLM_MODEL
  if (!baseUrl || !name) throw new Error('--base-url and --model (or LLM_BASE_URL and LLM_MODEL) say what is measured')
  const [prompt, completion] = values.prices?.split(',').map(Number) ?? []
  const prices = prompt === undefined || completion === undefined ? null : { prompt, completion }
  const apiKey = process.env.LLM_API_KEY ?? null
  return { model: { provider, name, baseUrl, apiKey, prices, isReal: true }, close: async () => {} }
}
