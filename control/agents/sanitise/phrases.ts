/** Phrases that speak to a model instead of being evidence, in folded text: lower case, one blank between words. */
import { folded, latin, letters, unleet } from './fold.ts'

const PHRASES: readonly RegExp[] = [
  /\b(ignor\w*|disregard\w*|forget|overrid\w*|discard|neglect)\b.{0,60}\b(instruct\w*|prompts?|directi\w*|guidelines?|above|previous|prior|everything|evidence|facts?|training)\b/,
  /\b(you are (now|a|an|no|free|in)|act as (a|an|if|the)|pretend (to|you|that)|from now on|new (instructions?|task|role)|your (new |only |real )?(task|role|job|goal|instructions?) (is|are)|do anything now|developer mode|jailbr\w+|dan mode)\b/,
  /\b(system|assistant|developer) (prompt|message|note|override|instruction|says?)\b/,
  /\b(mark|classif\w+|label|set|treat|report|rate|judge|consider|flag|declare|answer|respond|reply|output|return|say|conclude|decide)\b.{0,80}\b(safe|legitimate|closed|resolved|noise|no attack|not an attack|with json|exactly)\b/,
  /\b(close|resolve|dismiss|suppress|downgrade|ignore|approve)\b.{0,20}\b(this|the|all|every)\b.{0,20}\b(alerts?|cases?|incidents?|findings?|actions?|approvals?)\b/,
  /\b(verdict|disposition|classification|confidence|score) (is |to |as |of |must be |should be )?(\d|zero|one|none|low)\b/,
  /\b(set|change|override|give|make|choose) (the |a |your |its )?(verdict|disposition|classification|score)\b/,
  /\b(call|invoke|use|trigger|run|execute) (the |this |a |an |your |any )?(\w+ ){0,3}(tools?|playbooks?|mcp)\b/,
  /\b(isolate|disable|unblock|release) (the |this |all |every )?(hosts?|users?|accounts?)\b/,
  /\b(tool calls?|function calls?|tool result|tool use|end of (data|input|evidence|untrusted)|begin (system|instructions?)|untrusted)\b/,
  /\b(reveal|print|repeat|show|leak)\b.{0,40}\b(your|the|system) (prompt|instructions?|nonce|secret|api key)\b/,
  /\b(ignorier\w*|vergiss|ignore[zr]|oublie[zr]?|ignora\w*|olvida|dimentica|negeer)\b.{0,60}\b(anweisung\w*|instru\w+|regeln|consignes|istruzioni|reglas|instrucoes|instructies)\b/,
]

/** Not a word boundary of these alphabets: JavaScript's `\b` knows Latin letters alone. */
const OTHER_ALPHABETS = /(忽略|无视|無視).{0,12}(指示|指令|说明|提示)|игнорир\p{L}*.{0,40}(инструкц|указан)/u

/** The words of an answer: none of them is evidence, in whatever language the text around it is. */
const ANSWERS =
  /\b(false ?positives?|true ?positives?|needs ?review|benign|harmless|auto ?clos\w*|close this|closethis)\b/

/** Too long to stand in other words by chance. */
const RUN_TOGETHER =
  /falsepositive|truepositive|needsreview|isbenign|asbenign|isharmless|closethis|closethealert|ignoreprevious|ignoreall|ignoretheabove|disregard(all|previous|the)|previousinstruction|priorinstruction|systemprompt|setverdict|theverdict|verdictbenign|developermode|notanattack|verdictis|calltool|callthetool|toolcall|usethetool|invokethetool|isolatehost|isolatethehost/

/** Beginnings of a turn in the formats that models are trained with, matched in the text as it stands. */
const MARKERS = [
  /<\s*\|[^|>]{1,40}\|\s*>/,
  /\[\s*\/?\s*INST\s*\]|<<\s*\/?\s*SYS\s*>>/i,
  /<\/?\s*(system|assistant|developer|instructions?|untrusted[\w-]*|tool_\w+|function_\w+|s)\s*>/i,
  /(^|[\r\n])\s*(#{1,6}\s*)?(system|assistant|developer|human|instructions?|response)\s*:/i,
  /"(role|tool_calls?|function_call|tool_choice)"\s*:/i,
]

/**
 * Somebody may be called `ignore`, and a host `previous`: a name right behind the word for what bears it, in the place of an
 * event where such a name stands, is no word of a sentence. A text with more of them than events have is read as it is.
 */
const BEARER =
  /((?:^|\b(?:for|of|by|on|from|at|to|via|with|as) )(?:the )?(?:user|username|account|login|host|hostname|computer|workstation|machine|server|device|group|service|process|file|share|domain)(?: name)?) [\p{L}\p{N}]+(?= (?:on|at|from|to|in|by|via|with|for|and|was|has|over|using|after|failed|succeeded|logged|locked|unlocked|disabled|enabled|created|deleted|added|removed|changed|expired|opened|closed|authenticated|session|port|ip|address)\b|$)/gu
const BEARERS_MAX = 3

function withoutNames(text: string): string {
  const found = text.match(BEARER)?.length ?? 0
  return found > 0 && found <= BEARERS_MAX ? text.replaceAll(BEARER, '$1 x') : text
}

export function speaksToModel(text: string): boolean {
  if (MARKERS.some((marker) => marker.test(text))) return true
  const plain = folded(text)
  if (OTHER_ALPHABETS.test(plain)) return true
  return [...new Set([plain, latin(text), unleet(text)])].some((one) => isPhrase(one) || isRunTogether(one))
}

function isPhrase(text: string): boolean {
  return ANSWERS.test(text) || PHRASES.some((phrase) => phrase.test(withoutNames(text)))
}

/** True for a phrase even when its letters stand apart, as in `i g n o r e`. */
function isRunTogether(text: string): boolean {
  return RUN_TOGETHER.test(letters(text))
}
