/** The routes of a format. The tables of all sources are loaded only where they may be needed. */
import { sourceAlone } from '../../../connectors/source-alone.ts'
import { Routes, routeTo } from './routes.ts'

export async function loadRoutes(format: string): Promise<Routes> {
  const source = await sourceAlone(format)
  if (source) return new Routes(routeTo(source), null, source.logSources())
  return (await import('./any-routes.ts')).routesOf(format)
}

/** Throws \`bad_request\` of a format that is not known. */
export async function knownFormat(text: string): Promise<string> {
  if (await sourceAlone(text)) return text.toLowerCase()
  return (await import('../format-option.ts')).formatOption(text)
}
