/**
 * Which tactics a technique of MITRE ATT&CK for Enterprise serves (attack.mitre.org, version 16), by the digits of its id.
 * Sub-techniques are under their technique; a technique may serve several tactics.
 */
const TACTICS: Readonly<Record<string, string>> = {
  Reconnaissance: '1589 1590 1591 1592 1593 1594 1595 1596 1597 1598',
  'Resource Development': '1583 1584 1585 1586 1587 1588 1608 1650',
  'Initial Access': '1078 1091 1133 1189 1190 1195 1199 1200 1566 1659',
  Execution: '1047 1053 1059 1072 1106 1129 1203 1204 1559 1569 1609 1610 1648 1651',
  Persistence:
    '1037 1053 1078 1098 1112 1133 1136 1137 1176 1197 1205 1505 1525 1542 1543 1546 1547 1554 1556 1574 1653',
  'Privilege Escalation': '1037 1053 1055 1068 1078 1098 1134 1484 1543 1546 1547 1548 1574 1611',
  'Defense Evasion':
    '1006 1014 1027 1036 1055 1070 1078 1112 1127 1134 1140 1197 1202 1205 1207 1211 1216 1218 1220 1221 1222 1480 1484 1497 1535 1542 1548 1550 1553 1556 1562 1564 1574 1578 1599 1600 1601 1610 1612 1620 1622 1647 1656 1666',
  'Credential Access': '1003 1040 1056 1110 1111 1187 1212 1528 1539 1552 1555 1556 1557 1558 1606 1621 1649',
  Discovery:
    '1007 1010 1012 1016 1018 1033 1040 1046 1049 1057 1069 1082 1083 1087 1120 1124 1135 1201 1217 1482 1497 1518 1526 1538 1580 1613 1614 1615 1619 1622 1652 1654',
  'Lateral Movement': '1021 1072 1080 1091 1210 1534 1550 1563 1570',
  Collection: '1005 1025 1039 1056 1074 1113 1114 1115 1119 1123 1125 1185 1213 1530 1557 1560 1602',
  'Command and Control': '1001 1008 1071 1090 1092 1095 1102 1104 1105 1132 1205 1219 1568 1571 1572 1573 1659 1665',
  Exfiltration: '1011 1020 1029 1030 1041 1048 1052 1537 1567',
  Impact: '1485 1486 1489 1490 1491 1495 1496 1498 1499 1529 1531 1561 1565 1657',
}

const BY_TACTIC = Object.entries(TACTICS).map(([tactic, ids]) => ({ tactic, ids: new Set(ids.split(' ')) }))
const UNKNOWN = 'Other'

export type TacticGroup = { readonly tactic: string; readonly techniques: readonly string[] }

/** In the order of an attack; what is not known here comes last. */
export function techniquesByTactic(techniques: readonly string[]): TacticGroup[] {
  const sorted = [...new Set(techniques)].sort()
  const digits = (technique: string) => technique.slice(1, 5)
  const groups = BY_TACTIC.map(({ tactic, ids }) => ({
    tactic,
    techniques: sorted.filter((one) => ids.has(digits(one))),
  }))
  const others = sorted.filter((one) => !BY_TACTIC.some(({ ids }) => ids.has(digits(one))))
  return [...groups, { tactic: UNKNOWN, techniques: others }].filter((group) => group.techniques.length > 0)
}
