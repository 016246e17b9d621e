import { View } from '@react-pdf/renderer'
import { byPlace } from '#app/ui/by-place.ts'
import { type AddressFormatName, addressFormats } from '../label-formats.ts'
import { type LabelBox, Sheets } from './LabelSheet.tsx'
import { renderPaper } from './render-paper.ts'
import { Text } from './Text.tsx'

/** Where a parcel goes, line by line as it is written on it, and of which order it is. */
export type AddressLabel = { order: string; lines: readonly string[] }

/**
 * Addresses of parcels as PDF, the first at place `start` (from 1) of a sheet. `sender`: on one line, where it goes back to.
 * Nothing on it says what is in the parcel, the shop's name neither.
 */
export function addressLabelsPdf(
  labels: readonly AddressLabel[],
  {
    format,
    start = 1,
    sender,
    shopName,
    title,
  }: { format: AddressFormatName; start?: number; sender: string; shopName: string; title: string },
): Promise<Buffer> {
  return renderPaper(
    <Sheets
      labels={labels}
      start={start}
      locale="de"
      shopName={shopName}
      title={title}
      format={addressFormats[format]}
    >
      {(label, box) => <Address label={label} sender={sender} box={box} />}
    </Sheets>,
  )
}

const padding = 12

function Address({ label, sender, box }: { label: AddressLabel; sender: string; box: LabelBox }) {
  // As large as the lines find room, whatever the label's size.
  const room = (box.height - 2 * padding) / (label.lines.length + 1.6)
  const size = Math.min(16, room / 1.2)
  return (
    <View
      style={{
        ...{ position: 'absolute', left: box.left, top: box.top, width: box.width, height: box.height },
        ...{ padding, justifyContent: 'space-between', overflow: 'hidden' },
      }}
    >
      <Text style={{ fontSize: size * 0.6, maxLines: 1, textOverflow: 'ellipsis' }}>{sender}</Text>
      <View>
        {byPlace(label.lines, (line) => (
          <Text style={{ fontSize: size, maxLines: 1, textOverflow: 'ellipsis' }}>{line}</Text>
        ))}
      </View>
      <Text style={{ fontSize: size * 0.6, textAlign: 'right' }}>{label.order}</Text>
    </View>
  )
}
