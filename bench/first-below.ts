/** The first page that the sitemap names below a folder such as "/de/produkte/". */
export async function firstBelow(shop: string, folderOfPages: string): Promise<string> {
  const xml = await (await fetch(`${shop}${folderOfPages.slice(0, 3)}/sitemap.xml`)).text()
  const found = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  const path = found.find((each) => each.startsWith(folderOfPages) && each !== folderOfPages)
  if (!path) throw new Error(`The sitemap names no page below ${folderOfPages}`)
  return path
}
