import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isNotice = /^(licen[cs]e|copying|notice)/i

/**
 * Returns the licence notices: every package that is not development-only, with the licence text from its folder.
 *
 * @param {string} root the folder of package-lock.json
 * @returns {string}
 */
export function licenceNotices(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  // Swagger UI is a development dependency, but its files are part of the client.
  const passedOn = (path, { dev }) => path && (!dev || path === 'node_modules/swagger-ui-dist')
  const parts = Object.entries(packages).flatMap(([path, facts]) => {
    const folder = join(root, path)
    if (!passedOn(path, facts) || !existsSync(folder)) return []
    const notices = readdirSync(folder).filter((name) => isNotice.test(name) && !/\.(js|ts|map)$/.test(name))
    const words = notices.map((name) => readFileSync(join(folder, name), 'utf8').trim())
    return [[`${path.split('node_modules/').pop()} ${facts.version} (${facts.license})`, ...words].join('\n\n')]
  })
  return `Examhall includes third-party software under these licences.\n\n${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
