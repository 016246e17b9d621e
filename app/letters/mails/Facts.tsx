import { Column } from '@react-email/column'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { styles } from './styles.ts'

/** Labels with their values; lines of a value stand below each other. */
export function Facts({
  rows,
}: {
  rows: readonly (readonly [label: string, value: string | readonly string[]])[]
}) {
  return (
    <Section>
      {rows.map(([label, value]) => (
        // A long word may not push its value out of the column.
        <Row key={label} style={{ tableLayout: 'fixed' }}>
          <Column style={{ ...styles.label, width: '42%' }}>{label}</Column>
          <Column style={styles.value}>
            {[value].flat().map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Column>
        </Row>
      ))}
    </Section>
  )
}
