import { looksLikeKql } from '../../../detections/kql/load.ts'

/** What the file of a rule's text ends with. EQL and KQL alone are queries; with their fields around them they are YAML. */
export function extensionOf(language: string, text: string): string {
  if (language === 'eql') return /^language:/m.test(text) ? '.eql.yml' : '.eql'
  if (language === 'kql') return looksLikeKql(text) ? '.kql.yml' : '.kql'
  return language === 'yara' ? '.yar' : '.yml'
}
