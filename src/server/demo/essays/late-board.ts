import type { SeedCriterion } from './essay.ts'

/** Emails to a project guide about a part that arrives late. */
export const lateBoard: readonly SeedCriterion[] = [
  {
    criterion: 'Says at once what happened and what it delays',
    advice: 'Put the delay and its effect into your first two sentences.',
    levels: [
      {
        label: 'Unclear',
        marks: 0,
        passages: [
          'Respected Madam,\nI hope this mail finds you in good health. There are some problems with our project which are not our fault at all, as the shop is responsible.',
          'Dear Dr. Deshpande,\nour project is going on. We wanted to inform you about some issue with the hardware which we face since some days.',
        ],
      },
      {
        label: 'Says what happened',
        marks: 1,
        passages: [
          'Dear Dr. Deshpande,\nthe sensor board for our project has not come yet. The shop told us that it will be sent next week.',
          'Dear Ma’am,\nwe are writing because our sensor board is late. It was ordered three weeks ago and the supplier has postponed the delivery.',
          'Dear Dr. Deshpande,\nI want to inform you that there is a delay with the sensor board, it comes only on Friday next week.',
        ],
      },
      {
        label: 'Says what happened and what it delays',
        marks: 2,
        passages: [
          'Dear Dr. Deshpande,\nour sensor board will arrive on 12 October, a week later than planned. The field test therefore moves from the 14th to the 21st; the report is not affected.',
          'Dear Dr. Deshpande,\nthe supplier has postponed our sensor board by one week. We cannot start calibrating before the 12th, so the demonstration on the 15th is at risk.',
          'Dear Dr. Deshpande,\nI am writing about a delay: the sensor board comes on the 12th instead of the 5th. This leaves us three days for calibration in place of ten.',
        ],
      },
    ],
  },
  {
    criterion: 'Proposes what to do',
    advice: 'Offer your guide a plan with dates that she can simply accept.',
    levels: [
      {
        label: 'Asks for help only',
        marks: 0,
        passages: [
          'Kindly do the needful and tell us what we should do now.',
          'We request you to give us more time for everything.',
        ],
      },
      {
        label: 'One idea',
        marks: 1,
        passages: [
          'In the meantime we will continue with the documentation so that no time is lost.',
          'We will try to get another board from a shop in Mumbai if possible.',
          'Until then we can test the program with numbers that we make up ourselves.',
        ],
      },
      {
        label: 'A plan with dates',
        marks: 2,
        passages: [
          'We suggest the following: until the 12th we test the software with the data that last year’s group recorded, and Sakshi finishes the casing. From the 12th to the 15th all three of us calibrate. Could we show you the result on the 16th instead of the 15th?',
          'Our proposal: we borrow the older board of the ECE laboratory until Thursday, which is enough to finish the driver. When the new board arrives we only repeat the calibration, two days of work. We would then be four days late in place of seven.',
          'To make up for it we would like to swap two steps: write the user manual this week, and calibrate from the 12th. With this plan the final date stays the same. May we go ahead like this, or would you prefer to move the demonstration?',
        ],
      },
    ],
  },
  {
    criterion: 'Tone and form of an email',
    advice: 'Close with a greeting and your full name; leave out slang and excuses.',
    levels: [
      { label: 'Careless', marks: 0, passages: ['pls reply asap. thx', 'Waiting for your earliest reply!!!'] },
      { label: 'Mostly right', marks: 1, passages: ['Thanks, your student', 'Regards'] },
      {
        label: 'Right throughout',
        marks: 2,
        passages: [
          'Thank you for your time. I can come to your office hour on Tuesday if you would like to discuss this.\n\nKind regards,\nfor group 7',
          'I apologise for the inconvenience and will write again as soon as the board has arrived.\n\nYours sincerely,\nfor group 7',
          'Please let me know by Wednesday whether you agree.\n\nKind regards,\nfor group 7',
        ],
      },
    ],
  },
]
