import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CFB } from 'xlsx'
import { readDocument } from '#server/platform/document.ts'
import { contentTypes, type Part, zip } from '#tests/members/bulk/packages.ts'
import { bookOf, sheetOf } from '#tests/members/bulk/sheets.ts'
import { cpuMs } from '#tests/support/cpu.ts'
import { animatedGif, gif, jpeg, png, webp } from '#tests/support/images.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const mebibyte = 1024 * 1024

const pdf = latin(
  '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'xref\n0 3\n0000000000 65535 f \n0000000015 00000 n \n0000000058 00000 n \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n105\n%%EOF\n',
)

/** Two lines of text as saved by LibreOffice Writer 7.4 for Word 97 to 2003. */
const doc = inflateRawSync(
  Buffer.from(
    '7ZnfT1tlGMef97R0LdtKKZVNxqTrKiAb5dfYQFGhMAYotBsI6vyRQosUoUUoERMvjMbEC00wXhiTJYsJXmkM6h+gN3pn9GYXu5u7M/FiGjXZxa' +
      'jf5z3vYbUDd1qIEXee5nPe95zT99fzPu9znvOeH38ov/bxF1U/UZ48QjbayLrIkXNNgDLjxEOkqWsb2WzWuJy1ZE/JLZXyHNoxfyWA53wfcAIX' +
      'KAX7wQFwELjVnHtUasnelQuUxi9DfjpLKaSL9BoVIpWwmNz6zJTZMPk/s2K1X3z7hv8udP2X6Y8AKgdeUAF84D5pE0SHwGFwP6gCR0A1OKraq0' +
      'HqV/kA0uMgCB4EtaAO1IOHQAM4AU6CRhACTaAZtIBW0AZOgXZwGpwBHaATPCyfZ0Rd4FHwGHgcdIMeEAa9oA+cBf3gHBgAg2AIPAGeBMNgBERA' +
      'FJwHF8AoGANPgXEwAZ4Gz6gxXvyP+kqBXtlKdRtyuDRpE9/optHP8zecnFpML6WnM/6J9GK8sS/98vJ8IpWRNjE8ytf60lPSEjgfwom8H+qg3z' +
      'u/fOXutij0MKJo8cLiSlHLxduRCT0L0/w1q3EKWx6Bf1ukeYrRnLLjliA1BEVPkK0o3ECRIRudB71Dh2l+wGVfAtEhO6UG7M4MeAH5GO69ONBp' +
      '/8e+9NNGjSBN9Mv1M0AJtBmnJPzqS3LllFHF2g3yra2QIyiwOiJDJWi4BA1XEzeoN1QNOw57uJ5Tcv2NoZ4V6aHDGElc+mcPft64TwjUiHW39q' +
      '5cXU0eIbyCV5kdtpqkJZRi9ZZL2w+gzoDokn3rRc8WcDeJGlOyb17UtCL7dgB9c0tlnHYKHvfzThGQI2sVAekhBlEmLnvFZxWyBFs9/ycsxqVX' +
      'iELnCZre1H0GvwRK+TfHw37Fp/pPUhsOaMOBln3Qxj5owwFt+KRm/XJM0vFIS2XX1O3UvZWRNyJVv0o1T86FqO7N5OFc5aowY1pjUM88OruEGk' +
      'aQvoqUH5c8HFZaO+oxY7ujmLJ5mkRJNsC2WnOt90BxSWW0PWjJTKE+9HIWZcZpGX0dxRnXMc3uzlFcDTzSJS5fu7Pyg+07Ke+H22VDTbODNlnT' +
      'iAxr0tvUEoY5Ced78HDfYgpnxBZuST0Ij8ozTRrgW6vaHVcNC6izKcuzkyU7cejNu19n3ir1m5ykgnvyRuFd28gahnSnAV57+/JvNyMznk/fd9' +
      'KJuq+ucn9eVwYoVHzjUnFMqYpP9qu4g2O1uIrXFpQKfr5F9IDKN6tyhpjJbyW/fCLEsN8Ffd7wfp2rNuWV8SSJpediqY4tlOmyV1KT+2/zcpc4' +
      't0x6fKHyjpx8vrwjj9fVwr5uwmPwf3wFzNyfQteypumpIU04d2o7N1p3kXWcwVxM5pSt0vSo3JL/p7jz7O/fEo2uWsq3xJJ7WvQwO0lTCNwP4j' +
      'dGM8j5ceRXlznk0og/EioAj8n32JR8J05QSEYnluxpUXGeJfekCJ5/N/AoO/gj9+72J5bsOSn1kS1IseDmlh1voNoaqauZuqNE4ahGNetvhvzr' +
      '3/UcW0/ZA+D4asoeBG24X99K7mbz779ya+XK91cuhY54PvgQ778nb37O+/MledeeI/07g1B4ct51t7tuyW3Zze9/rOf8bwhblbHx4ZDhQHrllu' +
      'oCRWiSZgvfLsKs6ptzamfYpMxuOrAIopRE8asCrXO7tgLa5/4aOw0tiJhiGHmxfXCr9gv5/sd9/Uhtl5fQKC1D/7ypzXPPe/u5u/bGF4LtpB7t' +
      'G98MzbbPe1CfqfyEbCtOfUinZE8S0g7NSlUR4z/GuzRuY/z5LRemj44i2ufvUpldXMM7+f77Fw==',
    'base64',
  ),
)

/** A compound file with these streams. */
function compound(...names: string[]): Buffer {
  const file = CFB.utils.cfb_new()
  for (const name of names) CFB.utils.cfb_add(file, name, Buffer.alloc(5_000, 'x'))
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const types: Part = { name: '[Content_Types].xml', content: contentTypes(`${wordType}.main+xml`) }
const body: Part = { name: 'word/document.xml', content: '<w:document/>' }
const docx = zip([types, body])
const emptyZip = zip([])

const workbook = { Sheet1: sheetOf([['Name'], ['Asha']]) }
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('an attachment', () => {
  it.each<[name: string, bytes: Buffer, type: string, mimetype: string]>([
    ['photo.jpg', jpeg, 'jpg', 'image/jpeg'],
    ['photo.jpeg', jpeg, 'jpg', 'image/jpeg'],
    ['PHOTO.JPG', jpeg, 'jpg', 'image/jpeg'],
    ['plan.png', png(4, 3), 'png', 'image/png'],
    ['dot.gif', gif, 'gif', 'image/gif'],
    ['dots.Gif', animatedGif, 'gif', 'image/gif'],
    ['notice.pdf', pdf, 'pdf', 'application/pdf'],
    ['notice.final.Pdf', Buffer.concat([pdf, latin('\r\n-- sent by a portal --')]), 'pdf', 'application/pdf'],
    ['notice.doc', doc, 'doc', 'application/msword'],
    ['notice.doc', compound('/WordDocument', '/ObjectPool/_1/Workbook'), 'doc', 'application/msword'],
    ['notice.docx', docx, 'docx', wordType],
    ['notice.txt', Buffer.from('The hall opens at nine.\r\n\tBring a pen.\f'), 'txt', 'text/plain'],
    ['सूचना.txt', Buffer.from('परीक्षा नौ बजे 🕘'), 'txt', 'text/plain'],
    ['marked.txt', Buffer.from('\ufeffnine'), 'txt', 'text/plain'],
    ['notepad.txt', utf16('नौ 🕘'), 'txt', 'text/plain'],
    ['notepad.txt', utf16('नौ 🕘').swap16(), 'txt', 'text/plain'],
    ['page.txt', Buffer.from('<!doctype html><script>alert(1)</script>'), 'txt', 'text/plain'],
  ])('is accepted when name and content agree: %s', async (name, bytes, type, mimetype) => {
    expect(await readDocument(name, bytes)).toEqual({ type, mimetype })
  })

  const samples = { jpg: jpeg, png: png(4, 3), gif, pdf, doc, docx, txt: Buffer.from('text\n') }

  it('is not accepted by its name or content alone', async () => {
    for (const extension of Object.keys(samples))
      for (const [type, bytes] of Object.entries(samples)) {
        const isTaken = (await readDocument(`x.${extension}`, bytes)) !== undefined
        expect([extension, type, isTaken]).toEqual([extension, type, extension === type])
      }
  })

  it.each(['notice', 'notice.', '.pdf', 'pdf', 'notice.pdf.exe', 'notice.pdf ', 'notice.docm', 'x.constructor', ''])(
    'is not accepted under the name “%s”',
    async (name) => {
      for (const bytes of Object.values(samples)) expect(await readDocument(name, bytes)).toBeUndefined()
    },
  )

  it('is not accepted when it is empty', async () => {
    for (const extension of Object.keys(samples)) {
      expect(await readDocument(`x.${extension}`, Buffer.alloc(0))).toBeUndefined()
      expect(await readDocument(`x.${extension}`, Buffer.from('\ufeff'))).toBeUndefined()
    }
  })
})

describe('an attachment cannot be', () => {
  const entryOf = (bytes: Buffer, name: string) => bytes.lastIndexOf(name) - 46
  const locked = Buffer.from(docx)
  locked.writeUInt16LE(1, entryOf(locked, body.name) + 8)

  it.each<[what: string, name: string, bytes: Buffer]>([
    ['WebP', 'x.webp', webp],
    ['WebP under another name', 'x.png', webp],
    ['SVG', 'x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', 'x.pdf', latin('MZ\x90\0\x03')],
    ['a script that claims to be a PDF', 'x.pdf', Buffer.from('#!/bin/sh\n# %PDF-1.4\n# %%EOF\n')],
    ['a web page followed by a PDF', 'x.pdf', Buffer.concat([Buffer.from('<script>1</script>'), pdf])],
    ['a PDF without a version', 'x.pdf', latin('%PDF-<script>\n%%EOF\n')],
    ['a PDF that is also a zip', 'x.pdf', Buffer.concat([pdf, emptyZip])],
    ['an image that is also a zip', 'x.gif', Buffer.concat([gif, docx])],
    ['a zip', 'x.docx', zip([{ name: 'notice.txt', content: 'x' }])],
    ['an empty zip', 'x.docx', emptyZip],
    ['a workbook', 'x.docx', bookOf(workbook)],
    ['a document without content types', 'x.docx', zip([body])],
    ['a document with macros', 'x.docx', zip([types, body, { name: 'word/vbaProject.bin', content: 'x' }])],
    [
      'a document with macros under another name',
      'x.docx',
      zip([types, body, { name: 'WORD\\VBAPROJECT.BIN', content: 'x' }]),
    ],
    ['a document with a password', 'x.docx', compound('/EncryptionInfo', '/EncryptedPackage')],
    ['a zip with a password', 'x.docx', locked],
    ['a zip that unpacks outside its folder', 'x.docx', zip([types, body, { name: '../x', content: 'x' }])],
    ['a program followed by a zip', 'x.docx', Buffer.concat([latin('MZ\x90\0'), docx])],
    ['an old workbook', 'x.doc', bookOf(workbook, 'biff8')],
    ['an old workbook with a document inside', 'x.doc', compound('/Workbook', '/MBD0001/WordDocument')],
    ['an old document with macros', 'x.doc', compound('/WordDocument', '/Macros/VBA/dir')],
    ['RTF', 'x.doc', Buffer.from('{\\rtf1 nine}')],
    ['text in an invalid encoding', 'x.txt', latin('Zo\x81')],
    ['UTF-16 without a byte order mark', 'x.txt', utf16('nine').subarray(2)],
    ['UTF-16 with a lone surrogate', 'x.txt', utf16('\ud83d')],
    ['UTF-16 with an odd number of bytes', 'x.txt', utf16('nine').subarray(0, -1)],
    ...['\0', '\x07', '\x0b', '\x1b', '\x7f', '\u0085'].flatMap((control): [string, string, Buffer][] => {
      const shown = JSON.stringify(control)
      return [
        [`text with ${shown}`, 'x.txt', Buffer.from(`a${control}b`)],
        [`UTF-16 with ${shown}`, 'x.txt', utf16(`a${control}b`)],
      ]
    }),
  ])('%s', async (_, name, bytes) => {
    expect(await readDocument(name, bytes)).toBeUndefined()
  })
})

it.each([
  ['x.jpg', jpeg],
  ['x.png', png(4, 3)],
  ['x.gif', gif],
  ['x.pdf', Buffer.concat([pdf.subarray(0, 20), Buffer.alloc(2_000, ' '), pdf.subarray(20)])],
  ['x.doc', compound('/WordDocument')],
  ['x.docx', docx],
])('rejects a truncated attachment: %s', async (name, bytes) => {
  expect(await readDocument(name, bytes)).toMatchObject({})
  for (const share of [0.25, 0.5, 0.75, 0.9])
    expect([share, await readDocument(name, bytes.subarray(0, bytes.length * share))]).toEqual([share, 'damaged'])
})

describe('hostile content', () => {
  const samples: [name: string, bytes: Buffer][] = [
    ['x.jpg', jpeg],
    ['x.png', png(4, 3)],
    ['x.gif', animatedGif],
    ['x.pdf', pdf],
    ['x.doc', doc],
    ['x.docx', docx],
    ['x.txt', utf16('नौ 🕘')],
  ]
  const isAnswer = async (name: string, bytes: Buffer) => {
    const answer = await readDocument(name, bytes)
    return answer === undefined || answer === 'damaged' || name.endsWith(`.${answer.type}`)
  }

  it.each(samples)('%s with bytes changed, removed or added causes no error', async (name, bytes) => {
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 8 })
    const property = fc.asyncProperty(
      changes,
      fc.nat(bytes.length),
      fc.uint8Array({ maxLength: 30 }),
      async (list, end, more) => {
        const changed = Buffer.from(bytes)
        for (const [at, value] of list) changed[at] = value
        return (
          (await isAnswer(name, changed)) &&
          (await isAnswer(name, changed.subarray(0, end))) &&
          (await isAnswer(name, Buffer.concat([changed.subarray(0, end), more])))
        )
      },
    )
    await fc.assert(property, { numRuns: 1_000 })
  })

  it.each(samples)('%s with any number anywhere near its start causes no error', async (name, bytes) => {
    const numbers = fc.constantFrom(0, 1, 9, 12, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff)
    const places = Math.min(bytes.length, 1024) - 4
    await fc.assert(
      fc.asyncProperty(fc.nat(places), numbers, (at, value) => {
        const changed = Buffer.from(bytes)
        changed.writeUInt32LE(value, at)
        return isAnswer(name, changed)
      }),
      { numRuns: 1_000 },
    )
  })

  it('a compound file that claims a huge circular table costs no memory', async () => {
    const bytes = Buffer.alloc(10 * mebibyte)
    doc.copy(bytes, 0, 0, 76)
    // There are as many table sectors as file sectors, all of them the first one, and the directory follows itself.
    bytes.writeUInt32LE(bytes.length / 512, 44)
    bytes.writeUInt32LE(1, 48)
    bytes.writeUInt32LE(2, 68)
    bytes.writeUInt32LE(1, 512 + 4)
    bytes.writeUInt32LE(2, 3 * 512 + 508)
    const before = process.memoryUsage.rss()
    for (let n = 0; n < 5; n++) expect(await readDocument('x.doc', bytes)).toBe('damaged')
    expect(process.memoryUsage.rss() - before).toBeLessThan(30 * mebibyte)
  })

  it('a compound file whose sectors form one long chain costs no memory', async () => {
    const file = CFB.utils.cfb_new()
    CFB.utils.cfb_add(file, '/WordDocument', Buffer.alloc(2_000_000, 'x'))
    const bytes = Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
    const start = bytes.readUInt32LE(bytes.indexOf(Buffer.from('WordDocument', 'utf16le')) + 116)
    for (let sector = start; sector < start + 1_900; sector++) {
      const table = bytes.readUInt32LE(76 + 4 * (sector >> 7))
      bytes.writeUInt32LE(start + 1_900, (table + 1) * 512 + 4 * (sector & 127))
    }
    const before = process.memoryUsage.rss()
    const begin = cpuMs()
    expect(await readDocument('x.doc', bytes)).toBe('damaged')
    expect(cpuMs() - begin).toBeLessThan(3_000)
    expect(process.memoryUsage.rss() - before).toBeLessThan(30 * mebibyte)
  })

  it('a zip of very many or very large files is not unpacked', async () => {
    const bomb = zip([types, body, { name: 'word/media/image1.png', content: 'x', claimedSize: 0xfffffff0 }])
    expect(await readDocument('x.docx', bomb)).toMatchObject({ type: 'docx' })
    const many = zip([types, body, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}`, content: 'x' }))])
    expect(await readDocument('x.docx', many)).toBeUndefined()
  })

  it('ten million characters of text are checked to the end', async () => {
    const text = Buffer.alloc(10_000_000, 'a')
    expect(await readDocument('x.txt', text)).toMatchObject({ type: 'txt' })
    text[9_999_999] = 0
    expect(await readDocument('x.txt', text)).toBeUndefined()
  })
})

describe('a file made by LibreOffice', () => {
  /** Saves a line of text. @returns undefined without Writer, which is a separate Debian package */
  function saved(extension: string, filter: string): Buffer | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'examhall-document-'))
    try {
      writeFileSync(join(folder, 'notice.csv'), 'The hall opens at nine.\n')
      const input = filter.startsWith('calc') ? [] : ['--infilter=Text']
      const args = [`-env:UserInstallation=file://${join(folder, 'profile')}`, '--headless', ...input]
      args.push('--convert-to', `${extension}:${filter}`, '--outdir', folder, join(folder, 'notice.csv'))
      const env = { PATH: process.env.PATH, HOME: folder }
      execFileSync('libreoffice', args, { env, stdio: 'pipe', timeout: 100_000 })
      const path = join(folder, `notice.${extension}`)
      return existsSync(path) ? readFileSync(path) : undefined
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('is accepted as .pdf', async () => {
    expect(await readDocument('notice.pdf', saved('pdf', 'calc_pdf_Export') ?? Buffer.alloc(0))).toMatchObject({
      type: 'pdf',
    })
  }, 120_000)

  it.for([
    ['doc', 'MS Word 97'],
    ['docx', 'MS Word 2007 XML'],
  ] as const)('is accepted as .%s', { timeout: 120_000 }, async ([extension, filter], { skip }) => {
    const bytes = saved(extension, filter) ?? skip('LibreOffice has no Writer here')
    expect(await readDocument(`notice.${extension}`, bytes)).toMatchObject({ type: extension })
  })
})
