import { sourceTests } from '../../mapping/source-tests.ts'
import { qradar } from './mapping.ts'

sourceTests(qradar, [
  {
    name: 'an offence',
    record: {
      id: 591,
      description: 'Blind TCP reset\n',
      offense_type: 2,
      offense_source: 'Blind TCP reset',
      severity: 8,
      magnitude: 3,
      credibility: 2,
      relevance: 0,
      event_count: 2,
      status: 'OPEN',
      start_time: 1_682_347_463_218,
      last_updated_time: 1_682_347_469_220,
      source_network: 'Net-99',
      log_sources: [{ type_name: 'Snort', name: 'Snort @ host', id: 112 }],
      rules: [
        { id: 100_079, type: 'CRE_RULE' },
        { id: 100_080, type: 'CRE_RULE' },
      ],
    },
    becomes: {
      class_uid: 2004,
      activity_name: 'Create',
      severity: 'High',
      time: 1_682_347_469_220,
      finding_info: {
        uid: '591',
        title: 'Blind TCP reset',
        data_sources: ['Snort @ host'],
        related_analytics: [{ uid: '100079' }, { uid: '100080' }],
      },
      risk_score: 3,
      count: 2,
      metadata: { product: { name: 'QRadar SIEM', vendor_name: 'IBM' } },
    },
  },
])
