import type { SeedCriterion } from './essay.ts'

/** Answers to a question about TCP and UDP. */
export const protocols: readonly SeedCriterion[] = [
  {
    criterion: 'Live stream: names UDP and gives the reason',
    advice: 'Say why a packet that comes late is useless in a live stream.',
    levels: [
      {
        label: 'Missing or wrong',
        marks: 0,
        passages: [
          'For the live lecture I would use TCP, because no part of the lecture may be lost.',
          'The stream should use TCP since it is the more reliable protocol and 300 students depend on it.',
          'I would use the same protocol for both, TCP, because nearly everything on the internet uses it.',
        ],
      },
      {
        label: 'Names UDP',
        marks: 1,
        passages: [
          'The live lecture should be sent with UDP. It is faster than TCP.',
          'For streaming I choose UDP because it has a smaller header and needs no connection.',
          'Live video uses UDP. Most streaming applications do it like this.',
        ],
      },
      {
        label: 'UDP with the reason',
        marks: 2,
        passages: [
          'For the live lecture I would use UDP. If a packet is lost, sending it again makes no sense, because by the time it arrives the lecturer is already at the next sentence. A short flicker is better than a picture that freezes for everybody.',
          'The stream goes over UDP: late data is as bad as lost data in live video. TCP would hold back everything after a lost segment until it has been sent again, and the delay would grow during the lecture.',
          'I choose UDP for the lecture. Viewers hardly notice a missing frame, but they notice waiting. With TCP each loss stops the stream until the retransmission arrives.',
        ],
      },
    ],
  },
  {
    criterion: 'File: names TCP and gives the reason',
    advice: 'Explain what one missing packet would do to the file.',
    levels: [
      {
        label: 'Missing or wrong',
        marks: 0,
        passages: [
          'For the slides UDP is good as well, since the file is small and arrives quickly.',
          'The slides can be sent in any way, there is not much difference for a file.',
        ],
      },
      {
        label: 'Names TCP',
        marks: 1,
        passages: [
          'The slides are downloaded with TCP, as HTTP is built on it.',
          'For the file I would take TCP, because it is the reliable protocol of the two.',
          'Slides should use TCP. Files are always sent over TCP.',
        ],
      },
      {
        label: 'TCP with the reason',
        marks: 2,
        passages: [
          'The slides have to arrive complete. One missing packet and the file cannot be opened, while a second of waiting does no harm, so TCP with its acknowledgements and retransmissions is the right choice.',
          'For the slides I would use TCP. Here every byte counts and the order of the bytes too, and nobody minds if the download takes two seconds longer because something had to be sent again.',
          'A file is only useful as a whole, so the slides go over TCP: it numbers the bytes, notices what is missing and sends it again.',
        ],
      },
    ],
  },
  {
    criterion: 'Compares the protocols',
    advice: 'End with one sentence that compares the two protocols.',
    levels: [
      { label: 'No', marks: 0, passages: [''] },
      {
        label: 'Yes',
        marks: 1,
        passages: [
          'In short: TCP trades time for completeness, UDP trades completeness for time.',
          'So the question is always what hurts more, waiting or missing something. TCP avoids the second and UDP the first.',
          'TCP gives a reliable, ordered stream over a connection. UDP only sends single datagrams and promises nothing.',
        ],
      },
    ],
  },
]
