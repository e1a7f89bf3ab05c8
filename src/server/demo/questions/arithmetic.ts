import { question } from './question.ts'

export const unitTest = [
  question(
    'A stationery shop marks a geometry box at ₹240, allows a discount of 15% and still makes a profit of 20%. What did the shop pay for the box?',
    ['₹160', '₹170', '₹180', '₹192'],
    'B',
    'The box sells for 85% of ₹240 = ₹204. That is 120% of the cost, so the cost is ₹204 ÷ 1.2 = ₹170.',
  ),
  question(
    'In a hostel committee the ratio of boys to girls is 7 : 5. After 6 more girls join, there are as many girls as boys. How many members did the committee have at first?',
    ['24', '30', '36', '42'],
    'C',
    'Let there be 7x boys and 5x girls. Then 7x = 5x + 6, so x = 3 and the committee had 12x = 36 members.',
  ),
  question(
    'Farida rides her scooter to the next town at 40 km/h and comes back by the same road at 60 km/h. What is her average speed for the whole ride?',
    ['45 km/h', '50 km/h', '52 km/h', '48 km/h'],
    'D',
    'Over equal distances the average is 2 × 40 × 60 ÷ (40 + 60) = 4800 ÷ 100 = 48 km/h. The slower half takes longer, so it is less than 50.',
  ),
  question(
    'The average of five numbers is 26. When one of them is taken away, the average of the other four is 23. Which number was taken away?',
    ['38', '29', '34', '41'],
    'A',
    'The five add up to 130 and the four to 92. The difference is 38.',
  ),
  question(
    'What is the compound interest on ₹8,000 at 10% a year for 2 years, compounded yearly?',
    ['₹1,600', '₹1,680', '₹1,720', '₹1,760'],
    'B',
    'The amount is 8000 × 1.1 × 1.1 = ₹9,680. Less the principal, the interest is ₹1,680.',
  ),
  question(
    'One pipe fills an empty tank in 6 hours; another empties the full tank in 9 hours. The tank is empty and both are opened. After how many hours is it full?',
    ['12', '15', '18', '20'],
    'C',
    'Each hour 1/6 − 1/9 = 1/18 of the tank is gained, so it takes 18 hours.',
  ),
  question(
    'How many three-digit numbers are divisible by both 4 and 6?',
    ['75', '74', '76', '83'],
    'A',
    'They are the multiples of 12, from 108 to 996: (996 − 108) ÷ 12 + 1 = 75.',
  ),
  question(
    'Two fair dice are thrown together. What is the probability that the sum is 9?',
    ['1/12', '5/36', '1/6', '1/9'],
    'D',
    'Four of the 36 outcomes give 9: (3, 6), (4, 5), (5, 4) and (6, 3). 4/36 = 1/9.',
  ),
  question(
    'A can holds 40 litres of milk and water, 10% of it water. How many litres of water must be added so that water makes up 20%?',
    ['4', '5', '6', '8'],
    'B',
    'There are 4 litres of water. (4 + x) ÷ (40 + x) = 1/5 gives 20 + 5x = 40 + x, so x = 5.',
  ),
  question(
    'In how many ways can the letters of the word CAMPUS be arranged so that its two vowels stand next to each other?',
    ['120', '720', '240', '480'],
    'C',
    'Take A and U as one block: 5! = 120 arrangements of five things, times 2 orders inside the block = 240.',
  ),
]

export const timeAndWork = [
  question(
    'A train 180 m long passes a signal post in 12 seconds. What is its speed?',
    ['45 km/h', '50 km/h', '54 km/h', '60 km/h'],
    'C',
    '180 m in 12 s is 15 m/s, and 15 × 18/5 = 54 km/h.',
  ),
  question(
    'Asha can enter the survey data in 12 days, Bilal in 18 days. They work together for 4 days, then Asha leaves. How many more days does Bilal need?',
    ['8', '7', '10', '6'],
    'A',
    'Together they do 1/12 + 1/18 = 5/36 a day, so 20/36 in 4 days. The other 16/36 = 4/9 takes Bilal 4/9 × 18 = 8 days.',
  ),
  question(
    'Two trains, 110 m and 140 m long, run towards each other on parallel tracks at 50 km/h and 40 km/h. How many seconds do they take to pass each other, from the moment they meet?',
    ['8', '9', '12', '10'],
    'D',
    'Their relative speed is 90 km/h = 25 m/s, and 250 m have to be covered: 250 ÷ 25 = 10 s.',
  ),
  question(
    'A boat covers 24 km upstream in 4 hours and the same way downstream in 3 hours. What is the speed of the stream?',
    ['0.5 km/h', '1 km/h', '1.5 km/h', '2 km/h'],
    'B',
    'Upstream 6 km/h, downstream 8 km/h; the stream is half the difference, 1 km/h.',
  ),
  question(
    'Fifteen workers lay 360 m of cable in 8 days. How many workers lay 450 m in 6 days at the same pace?',
    ['20', '22', '24', '25'],
    'D',
    'One worker lays 360 ÷ (15 × 8) = 3 m a day. 450 m in 6 days is 75 m a day, which takes 25 workers.',
  ),
]
