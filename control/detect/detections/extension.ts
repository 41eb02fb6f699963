import { looksLikeKql } from '../../../detections/content/rule-language.ts'

/** The file extension of a rule's text. EQL and KQL alone are queries; with their fields around them they are YAML. */
export function extensionOf(language: string, text: string): string {
  if (language === 'eql') return /^language:/m.test(text) ? '.eql.yml' : '.eql'
  if (language === 'kql') return looksLikeKql(text) ? '.kql.yml' : '.kql'
  return language === 'yara' ? '.yar' : '.yml'
}
