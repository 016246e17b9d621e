import { type FacetValue, valueTable } from './values.ts'

/** What cases and jewellery are made of: the search has one vocabulary for both. */
const materials = valueTable(`
  id            | slug         | de           | en             | search
  steel         | stahl        | Stahl        | Steel          | Stahl Edelstahl stählern steel stainless
  steel-gold    | stahl-gold   | Stahl/Gold   | Steel and gold | Stahl Gold Stahlgold bicolor bicolour Rolesor steel gold two-tone
  yellow-gold   | gelbgold     | Gelbgold     | Yellow gold    | Gelbgold Gold golden goldene goldener goldenes gelb yellow gold
  white-gold    | weissgold    | Weißgold     | White gold     | Weißgold Gold golden goldene goldener goldenes weiß white gold
  rose-gold     | rosegold     | Roségold     | Rose gold      | Roségold Rotgold Rosegold Everose Gold golden goldene goldener goldenes rosé rose red pink gold
  platinum      | platin       | Platin       | Platinum       | Platin platinum
  titanium      | titan        | Titan        | Titanium       | Titan titanium
  ceramic       | keramik      | Keramik      | Ceramic        | Keramik ceramic
  silver        | silber       | Silber       | Silver         | Silber silbern silberne silberner silbernes Sterlingsilber silver sterling
  bronze        | bronze       | Bronze       | Bronze         | Bronze
  carbon        | carbon       | Carbon       | Carbon         | Carbon Kohlefaser Karbon
  gold-plated   | vergoldet    | Vergoldet    | Gold-plated    | vergoldet Doublé gold-plated plated gilt
  two-tone-gold | bicolor-gold | Bicolor-Gold | Two-tone gold  | Bicolor Bicolorgold Tricolor Gold golden goldene goldener goldenes two-tone gold
  fine-gold     | feingold     | Feingold     | Fine gold      | Feingold Gold fine gold
  palladium     | palladium    | Palladium    | Palladium      | Palladium
`)

/** Some of the materials, in the order asked for. */
export function materialsOf(...ids: string[]): readonly FacetValue[] {
  return ids.map((id) => {
    const found = materials.find((each) => each.id === id)
    if (!found) throw new Error(`No material "${id}"`)
    return found
  })
}
