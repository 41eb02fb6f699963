/**
 * AD FS: its audit events about tokens and sign-ins in the Security log, an XML document in unnamed data. Ids: "AD FS
 * auditing enhancements".
 */
import { type Chapter, capture, first, is, lookup, type Profile, type Rows, text } from '../../mapping/table.ts'

const DATA = ['Data.1', 'Data.0', 'Data', 'Message']
const element = (name: string) => new RegExp(`<${name}>([^<]{1,512})</${name}>`)

const WHO: Rows = {
  'user.name': capture(DATA, /<UserId>(?:[^<\\]{1,128}\\)?([^<]{1,256})<\/UserId>/),
  'user.domain': capture(DATA, /<UserId>([^<\\]{1,128})\\[^<]{1,256}<\/UserId>/),
  // After proxies the request has the client's address first.
  'src_endpoint.ip': first(
    capture(DATA, /<ForwardedIpAddress>([\da-fA-F.:]{2,45})[^<]{0,256}<\/ForwardedIpAddress>/, 'ip'),
    capture(DATA, /<IpAddress>([\da-fA-F.:]{2,45})[^<]{0,256}<\/IpAddress>/, 'ip'),
  ),
  'http_request.user_agent': capture(DATA, element('UserAgentString')),
  'dst_endpoint.hostname': 'Computer',
  'service.name': first(capture(DATA, /<RelyingParty>(?!N\/A)([^<]{1,256})<\/RelyingParty>/), text('Provider_Name')),
  status_detail: capture(DATA, /<FailureType>(?!N\/A)([^<]{1,256})<\/FailureType>/),
  message: text('Message'),
}

const on = (ids: readonly number[], name: string, of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name: `${ids.join(',')} ${name}`,
  when: { Provider_Name: 'AD FS Auditing', EventID: ids },
  logSource: { categories: ['authentication'] },
  ...of,
})

export const ADFS: Chapter = {
  name: 'AD FS',
  logSource: { service: 'security' },
  profiles: [
    on([1200, 1201, 1202, 1203], 'tokens and credentials', {
      class: 'authentication',
      activity: 'Logon',
      rows: {
        ...WHO,
        status_id: lookup('EventID', { 1200: 'Success', 1202: 'Success' }, 'Failure'),
        severity_id: lookup('EventID', { 1201: 'Medium', 1203: 'Medium' }, 'Informational'),
      },
    }),
    on([1206, 1207], 'sign-out', {
      class: 'authentication',
      activity: 'Logoff',
      rows: { ...WHO, status_id: lookup('EventID', { 1206: 'Success' }, 'Failure'), severity_id: is('Informational') },
    }),
  ],
}
