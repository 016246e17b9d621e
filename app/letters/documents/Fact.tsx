import { View } from '@react-pdf/renderer'
import { Text } from './Text.tsx'
import { sheet } from './typography.ts'

/** A label and its value at the right; what is too long for a line goes on in the next. */
export function Fact({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <View style={sheet.row}>
      <Text style={{ ...sheet.soft, flexGrow: 1, flexShrink: 1, flexBasis: 0 }}>{label}</Text>
      <Text style={{ ...(strong ? sheet.strong : {}), maxWidth: '75%', flexShrink: 0, textAlign: 'right' }}>
        {value}
      </Text>
    </View>
  )
}
