/** Names of meters, as an invoice would have them. */
import { labelOf } from '../parts/words.ts'

const WORDS: Readonly<Record<string, string>> = {
  ...{ llm_cost_usd: 'Model cost (USD)', llm_tokens: 'Model tokens', llm_calls: 'Model requests' },
  ...{ triages_deterministic: 'Triages by fixed rules', triages_model: 'Triages by a model', triages: 'Triages' },
  ...{ active_connectors: 'Connectors in use', active_users: 'Users who can sign in', seats: 'Seats' },
  ...{ events_ingested: 'Events stored', bytes_ingested: 'Bytes stored', actions_executed: 'Actions carried out' },
}

export const meterWords = (name: string): string => WORDS[name] ?? labelOf(name)
