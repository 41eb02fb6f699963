/**
 * Patterns of texts from tool servers that address a model instead of describing a tool. The list is incomplete, so a
 * text that passes is still not trusted.
 */
const FORMS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your)\b.{0,40}\b(?:instruction|prompt|rule|context|direction)s?\b/is,
  /<\/?\s*(?:system|assistant|important|instructions?|tool_result|user)\s*>|\[\/?(?:INST|SYSTEM)\]|<\|[a-z_]{2,30}\|>/i,
  /\b(?:system|developer)\s+(?:prompt|message)\b/i,
  /\byou\s+(?:are|must)\s+now\b|\bfrom\s+now\s+on\s+you\b/i,
  /\b(?:do\s+not|don't|never)\s+(?:tell|inform|mention|reveal|show)\b.{0,40}\b(?:user|analyst|human|operator|anyone)\b/is,
  /\b(?:before|after|when)\b.{0,40}\b(?:using|calling)\b.{0,60}\b(?:must|always|first)\b.{0,60}\b(?:call|read|send|pass|include)\b/is,
  /\b(?:send|post|forward|exfiltrate|upload)\b.{0,80}\b(?:https?:\/\/|credential|password|api[ _-]?key|token|secret)/is,
]

/** How many of the forms are in it; 0 for none. */
export function injectionHits(text: string): number {
  // Letters that are written with marks or in full width are brought into one form first.
  const plain = withoutHidden(text).normalize('NFKC')
  return FORMS.filter((form) => form.test(plain)).length
}

/** Without what no reader sees and a model reads: controls, zero widths, turns of direction, tags of Unicode. */
export function withoutHidden(text: string): string {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}
