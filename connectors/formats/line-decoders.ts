/** Decoders for single lines, which need no context. */
import { accessLog, bitbucket, elb, s3Access } from './access-log.ts'
import { auditd } from './auditd.ts'
import { cef } from './cef.ts'
import { cri, fastAlert, santa } from './host-logs.ts'
import { json } from './json.ts'
import { kv } from './kv.ts'
import { leef } from './leef.ts'
import { ossecAlerts } from './ossec-alerts.ts'
import { postgresRow } from './postgres-rows.ts'
import { dpkg, mysqlError, nginxError } from './server-logs.ts'
import { syslog } from './syslog.ts'
import { umbrellaRow } from './umbrella-rows.ts'
import { vpcflow } from './vpcflow.ts'
import { windowsXml } from './windows-xml.ts'

export const LINE_DECODERS = [
  json,
  syslog,
  cef,
  leef,
  kv,
  auditd,
  accessLog,
  elb,
  s3Access,
  bitbucket,
  cri,
  santa,
  fastAlert,
  nginxError,
  mysqlError,
  dpkg,
  umbrellaRow,
  postgresRow,
  ossecAlerts,
  vpcflow,
  windowsXml,
] as const
