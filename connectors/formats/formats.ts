/** The table of all formats of a body: how a body is split into events, and how the events are decoded. */
import { accessLog, bitbucket, elb, s3Access } from './access-log.ts'
import { auditd } from './auditd.ts'
import { cef } from './cef.ts'
import { csv } from './csv.ts'
import { auditBlock, auditXml, cutAuditBlocks, cutAuditXml, cutJsonText } from './cut-records.ts'
import {
  type Cut,
  cutAptRuns,
  cutAudit,
  cutCri,
  cutCsv,
  cutFlowLines,
  cutHeadedLines,
  cutJsonLines,
  cutLines,
  cutOssec,
  cutRows,
  cutSyslog,
  cutWhole,
} from './cut-text.ts'
import { cutXml } from './cut-xml.ts'
import type { Decoder } from './decoder.ts'
import { hec } from './hec.ts'
import { cri, fastAlert, santa } from './host-logs.ts'
import { json } from './json.ts'
import { kv } from './kv.ts'
import { leef } from './leef.ts'
import { mail } from './mail.ts'
import { cutModsecurity, modsecurityParts } from './modsecurity-parts.ts'
import { ossecAlerts } from './ossec-alerts.ts'
import { postgresRow } from './postgres-rows.ts'
import { aptHistory, aptTerm, dpkg, mysqlError, nginxError } from './server-logs.ts'
import { syslog } from './syslog.ts'
import { umbrellaRow } from './umbrella-rows.ts'
import { vpcflow } from './vpcflow.ts'
import { w3c } from './w3c.ts'
import { windowsXml } from './windows-xml.ts'
import { zeek, zeekLog } from './zeek.ts'
import { ZEEK_LAYOUTS } from './zeek-layouts.ts'

export type Format = { readonly cut: Cut; readonly decoder: Decoder }

const SYSLOG: Format = { cut: cutSyslog, decoder: syslog }
const ACCESS: Format = { cut: cutLines, decoder: accessLog }
const W3C: Format = { cut: cutHeadedLines, decoder: w3c }
const CSV: Format = { cut: cutCsv, decoder: csv }
const MAIL: Format = { cut: cutWhole, decoder: mail }

/** Every name that is not in the table means JSON, because vendors use their own names for it. */
const JSON_LINES: Format = { cut: cutJsonLines, decoder: json }

/** Names as senders write them in `source_format`, lower case. */
const TEXT: ReadonlyMap<string, Format> = new Map([
  ['syslog', SYSLOG],
  ['rfc3164', SYSLOG],
  ['rfc5424', SYSLOG],
  ['cef', { cut: cutSyslog, decoder: cef }],
  ['leef', { cut: cutSyslog, decoder: leef }],
  ['kv', { cut: cutLines, decoder: kv }],
  ['csv', CSV],
  ['tsv', CSV],
  ['w3c', W3C],
  ['iis', W3C],
  ['auditd', { cut: cutAudit, decoder: auditd }],
  ['apache', ACCESS],
  ['nginx', ACCESS],
  ['access-log', ACCESS],
  ['elb', { cut: cutLines, decoder: elb }],
  ['alb', { cut: cutLines, decoder: elb }],
  ['s3-access', { cut: cutLines, decoder: s3Access }],
  ['bitbucket', { cut: cutLines, decoder: bitbucket }],
  ['cri', { cut: cutCri, decoder: cri }],
  ['santa', { cut: cutLines, decoder: santa }],
  ['fast-alert', { cut: cutLines, decoder: fastAlert }],
  ['nginx-error', { cut: cutLines, decoder: nginxError }],
  ['mysql-error', { cut: cutLines, decoder: mysqlError }],
  ['dpkg', { cut: cutLines, decoder: dpkg }],
  ['modsecurity-audit', { cut: cutModsecurity, decoder: modsecurityParts }],
  ['audit-xml', { cut: cutAuditXml, decoder: auditXml }],
  ['audit-block', { cut: cutAuditBlocks, decoder: auditBlock }],
  ['json-text', { cut: cutJsonText, decoder: json }],
  ['ossec-alerts', { cut: cutOssec, decoder: ossecAlerts }],
  ['postgres-row', { cut: cutRows, decoder: postgresRow }],
  ['umbrella-row', { cut: cutLines, decoder: umbrellaRow }],
  ['apt-history', { cut: cutAptRuns, decoder: aptHistory }],
  ['apt-term', { cut: cutAptRuns, decoder: aptTerm }],
  ['vpcflow', { cut: cutFlowLines, decoder: vpcflow }],
  ['zeek-tsv', { cut: cutHeadedLines, decoder: zeek }],
  ...[...ZEEK_LAYOUTS].map(([name, layout]): [string, Format] => [
    name,
    { cut: cutHeadedLines, decoder: zeekLog(name, layout) },
  ]),
  ['windows-xml', { cut: cutXml, decoder: windowsXml }],
  ['mail', MAIL],
  ['eml', MAIL],
])

const HEC: Format = { cut: cutLines, decoder: hec }

export function textFormat(name: string): Format | null {
  return TEXT.get(name) ?? null
}

export function formatNamed(name: string): Format {
  return TEXT.get(name) ?? (name === 'hec' ? HEC : JSON_LINES)
}

export const TEXT_FORMAT_NAMES: readonly string[] = [...TEXT.keys()]
