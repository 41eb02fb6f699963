/** Phrases that speak to a model instead of being evidence, in folded text: lower case, one blank between words. */

import { folded, latin, letters, unleet } from './fold.ts'
import { isOrderElsewhere } from './languages.ts'

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

/** Orders about the work of an investigator: its tools, its ledger, its sentences, other tenants, and what readers that are programs do. */
const WORK: readonly RegExp[] = [
  /\b(then|and|must|always|now|please|to) conclude\b|\bconclude\b.{0,60}\b(nothing|without|that|now|as)\b|\byour (claims?|conclusion|verdict|findings|next (step|tool|call))\b/,
  /\b(add|put|include|write|append|embed|insert|list)\b.{0,80}\b(your (summary|report|answer|response)|(first|next|each|every) claims?)\b/,
  /\b(report|summary|answer|conclusion) (has to|must|should|shall) (end|begin|start|contain|include|hold)\b/,
  /\b(add|include|append|embed|insert|put)\b.{0,40}\b(link|image|url|picture)\b.{0,80}\b(name\w*|results?|users?|hosts?|ledger|claims?|answer|report|https?)\b/,
  /\b(skip|omit|leave out|without) (the |all |any )?(remaining|other|further|next) (steps?|tools?|checks?)\b/,
  /\b(say|answer|respond|report|conclu\w+|summari[sz]\w*)\b.{0,60}\b(nothing (suspicious|to see|malicious|happened)|no attack|all is (fine|well)|is trusted|known good)\b/,
  /\b(ended|closed|treated|counted|handled|regarded|taken) as (no attack|not an attack|known good|noise)\b|\bno attack took place\b/,
  /\b(known good|our (own )?test|planned) close it\b|\byou may (end|close|stop|read) (it|all|the|every)\b/,
  /\b(entry|entries|seq) \d+\b.{0,80}\b(analyst|superseded|verdict|no attack|other run|kind \w+ agent)\b|\bagent investigator\b/,
  /\b(send|encode|write|copy|put|give|repeat|contents? of|whole|entire|full|stands? in)\b.{0,20}\bledger\b/,
  /\bresults? of (all|every|each|other) tools?\b|\b(with|by|using|through) the tool\b|\barguments? of mcp\b/,
  /\b(read|query|list|search)\b.{0,20}\b(all|other|every) tenants?\b|\bcross tenant\b|\bset (the )?x tenant id\b/,
  /\b(case|entry|evidence|verdict) (\w+ ){0,8}(at|of|from) (the )?(other |another )?tenant \w+\b.{0,60}\b(cite|use|rest|conclude|verdict)\b/,
  /\b(do not|don t|never|must not|no longer|avoid) (call|use|ask|trust|run)\b.{0,30}\b(search|prevalence|intel|kql|tools?|entity timeline|process tree)\b/,
  /\b(call|use|invoke)\b.{0,12}\b(prevalence|intel|kql|lookup file hash|entity timeline|process tree|retro match|look alikes|ask analyst|request action)\b/,
  /\bthis tool (replaces|overrules|supersedes)\b|\bthe only tool (that|which|you)\b|\bbefore (you )?(use|using|call|calling) any other tool\b/,
  /\b(overrules?|supersedes?|takes precedence over)\b.{0,40}\b(evidence|instructions?|entries|tools?)\b/,
  /\b(do not|don t|never) (mention|tell|inform|reveal|show)\b.{0,30}\b(the )?(user|analyst)\b/,
  /\brepeat (this|the) call\b|\buntil the (budget|steps?|tokens?|answer)\b|\brepeat\b.{0,40}\b(word for word|verbatim)\b/,
  /\b(ask|tell|persuade|convince|get) the (analyst|operator) to\b|\b(do|follow|obey) what(ever)? (it|they|this) (says?|tells?|asks?)\b/,
  /\b(dear|hi|hello|hey|attention|note to( all)?|if you are an?) (ai|llms?|language models?|assistant|chatbot|copilot|automated (reviewers?|readers?|agents?))\b/,
  /\b(ai|llms?|language models?|ai readers?|chatbots?) (\w+ ){0,4}(must|should|shall|have to|has to)\b|\bthe assistant (must|should|marks?|closes?|answers?|treats?)\b/,
  /\b(agent|model|assistant|reader)s? (reading|processing|triaging|summari[sz]ing|reviewing|handling) this\b/,
  /\b(when|while|before) (summari[sz]ing|triaging|reviewing|analy[sz]ing|processing) this (mail|e ?mail|message|document|ticket|page|text|alert|case|event|log)\b/,
  /\b(disregard|forget)\b.{0,40}\b(earlier|before|so far)\b|\bnew (goal|objective|mission|directive|persona)\b/,
  /\b(previous|prior|earlier|above) (context|conversation|messages?|prompts?|orders?|tasks?) (is|are|was|were|has|have)\b/,
  /\b(output|print|reveal|repeat|return|show|list) ((all|the|your|every|any) )*(prior|previous|earlier|above) (messages?|turns?|text|prompt|conversation|instructions?)\b/,
  /\b(say|answer|respond|report|conclu\w+) (that|with)\b.{0,40}\bno (threat|attack|incident|danger)\b|\b(respond|answer|reply) (only|just|exactly|simply) with\b/,
  /\bthe (assistant|ai|llm|language model) (is|has|may|can|will)\b|\b(automated|automatic|ai) (agents?|reviewers?|readers?|assistants?) (are|is|must|should|shall|have|has|may|can)\b/,
  /\b(use|cite|take|quote) (the )?(evidence|entry|entries|verdict|findings) (of|from|at) (the )?(other |another )?(customer|tenant|case|client|run)\b/,
  /\byour (context( window)?|system prompt|ledger|tool (calls?|results?))\b/,
  /\b(wants?|must|should|please|has to)\b.{0,40}\breleased?\b.{0,20}\bquarantine\b/,
]

/** Not a word boundary of these alphabets: JavaScript's `\b` knows Latin letters alone. */
const OTHER_ALPHABETS = /(忽略|无视|無視).{0,12}(指示|指令|说明|提示)|игнорир\p{L}*.{0,40}(инструкц|указан)/u

/** The words of an answer: none of them is evidence, in whatever language the text around it is. */
const ANSWERS =
  /\b(false ?positives?|true ?positives?|needs ?review|benign|harmless|auto ?clos\w*|close this|closethis)\b/

/** Too long to stand in other words by chance. */
const RUN_TOGETHER =
  /falsepositive|truepositive|needsreview|isbenign|asbenign|isharmless|closethis|closethealert|ignoreprevious|ignoreall(?!failures)|ignoretheabove|disregard(all|previous|the)|previousinstruction|priorinstruction|systemprompt|setverdict|theverdict|verdictbenign|developermode|notanattack|verdictis|calltool|callthetool|toolcall|usethetool|invokethetool|isolatehost|isolatethehost/

/** Beginnings of a turn in the formats that models are trained with, matched in the text as it stands. */
const MARKERS = [
  /<\s*\|[^|>]{1,40}\|\s*>/,
  /\[\s*\/?\s*INST\s*\]|<<\s*\/?\s*SYS\s*>>/i,
  /<\/?\s*(system|assistant|developer|instructions?|untrusted[\w-]*|tool_\w+|function_\w+|s)\s*>/i,
  /(^|[\r\n])\s*(#{1,6}\s*)?(system|assistant|developer|human|instructions?|response)\s*:/i,
  /"(role|tool_calls?|function_call|tool_choice)"\s*:/i,
]

/**
 * A user may be called `ignore`, and a host `previous`: a name directly after the word for its kind, where an event
 * usually has such a name, does not count as a word of an instruction. A text with more of them than events have is
 * read without this exception.
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
  if (OTHER_ALPHABETS.test(plain) || isOrderElsewhere(plain)) return true
  return [...new Set([plain, latin(text), unleet(text)])].some((one) => isPhrase(one) || isRunTogether(one))
}

function isPhrase(text: string): boolean {
  if (ANSWERS.test(text)) return true
  const nameless = withoutNames(text)
  return [...PHRASES, ...WORK].some((phrase) => phrase.test(nameless))
}

/** True for a phrase even when its letters stand apart, as in `i g n o r e`. */
function isRunTogether(text: string): boolean {
  return RUN_TOGETHER.test(letters(text))
}
