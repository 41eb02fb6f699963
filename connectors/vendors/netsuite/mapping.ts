/** Oracle NetSuite: rows of its login audit trail, as a saved search exports them. Columns: "Login Audit Trail", NetSuite. */
import { FORWARDED, PLAIN, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { email, first, ip, is, lookup, text, time } from '../../mapping/table.ts'

export const netsuite = compileSource({
  id: 'netsuite/1',
  shapes: PLAIN,
  select: ['Status'],
  rows: {
    ...product('Oracle', 'NetSuite'),
    time: time('Date', 'Date/Time', 'Date & Time'),
    severity_id: lookup('Status', { failure: 'Medium' }, 'Informational', 'Informational'),
    'metadata.log_name': is('login audit trail'),
  },
  logSource: { product: 'netsuite' },
  recognises: (record) =>
    record['IP Address'] !== undefined &&
    record['Email Address'] !== undefined &&
    record.Status !== undefined &&
    (record.Role !== undefined || record['Token-based Application Name'] !== undefined),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'logons',
      logSource: { categories: ['authentication'] },
      profiles: [
        {
          name: 'logon',
          when: {},
          class: 'authentication',
          activity: 'Logon',
          rows: {
            'user.name': first(email('Email Address'), text('User')),
            'user.email_addr': email('Email Address'),
            'user.full_name': text('User'),
            'src_endpoint.ip': ip('IP Address'),
            'http_request.user_agent': text('User Agent'),
            'service.name': is('NetSuite'),
            status_id: lookup('Status', { success: 'Success', failure: 'Failure' }, 'Other'),
            status_detail: text('Detail'),
          },
        },
      ],
    },
  ],
})
