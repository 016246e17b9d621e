import { Button } from '@react-email/button'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { styles } from './styles.ts'

export type Labelled = { label: string; href: string }

export function Paragraphs({ of }: { of: readonly string[] }) {
  return of.map((paragraph) => (
    <Text key={paragraph} style={styles.text}>
      {paragraph}
    </Text>
  ))
}

/** What the mail asks for, as a button. */
export function Action({ label, href }: Labelled) {
  return (
    <Section style={{ margin: '24px 0' }}>
      <Button href={href} style={styles.button}>
        {label}
      </Button>
    </Section>
  )
}

/** A link on a line of its own. */
export function LinkLine({ label, href }: Labelled) {
  return (
    <Text style={styles.text}>
      <Link href={href} style={styles.link}>
        {label}
      </Link>
    </Text>
  )
}
