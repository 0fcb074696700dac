/** What the provider does for companies; shown on Services and For Companies. */
export const services = [
  {
    title: 'Recruitment',
    text: 'We find, test and shortlist people for your post, and follow up until they join.',
    includes: 'Job description, search, assessment, interviews, joining',
    time: 'Shortlist in 10 working days',
    price: 'One month’s salary, when they join',
  },
  {
    title: 'Staffing',
    text: 'People for a season, a project or a shift. They’re on our payroll and work under your direction.',
    includes: 'Contracts, payroll, attendance, replacement',
    time: 'First people in 5 working days',
    price: '8% of the payroll',
  },
  {
    title: 'Virtual assistants',
    text: 'A trained professional who works for you remotely, by the hour or by the month.',
    includes: 'Mail and calendar, research, data entry, customer messages',
    time: 'Start within 7 days',
    price: 'From ₹250 an hour',
  },
  {
    title: 'IT services',
    text: 'Websites, business software and support for the computers your team works on.',
    includes: 'Development, testing, help desk',
    time: 'Plan and price in 3 working days',
    price: 'From ₹900 an hour',
  },
  {
    title: 'Automation',
    text: 'We set up your repetitive work once, and after that it runs on its own.',
    includes: 'CRM set-up, reports, reminders, AI tools',
    time: 'First process runs in 2 weeks',
    price: 'From ₹25,000 a process',
  },
  {
    title: 'Accounting',
    text: 'Books up to date, returns filed on time, and someone who can explain it all.',
    includes: 'Bookkeeping, GST returns, payroll, monthly accounts',
    time: 'We take over in 1 month',
    price: 'From ₹6,000 a month',
  },
  {
    title: 'BPO',
    text: 'A back office or support desk, run by us for you.',
    includes: 'Voice and chat support, order handling, documents',
    time: 'Team starts in 3 weeks',
    price: 'From ₹18,000 a month for each seat',
  },
  {
    title: 'AMC',
    text: 'An annual maintenance contract: your equipment and software looked after for a fixed price.',
    includes: 'Planned visits, repairs, updates',
    time: 'First visit in 3 working days',
    price: 'From ₹12,000 a year',
  },
] as const;

export const provider = [
  {
    title: 'Who we are',
    text: 'A recruitment, training and examination company in Hyderabad. We test people, teach them what they’re missing and introduce them to companies.',
  },
  {
    title: 'A skill partner certified by the government',
    text: 'Third party aggregator no. TPA-36-0417. Our training ends with a certificate, and one set of rules marks every paper.',
  },
  {
    title: 'One team, eight services',
    text: 'The people who hire for you work alongside the people who run payrolls, support desks and software. You deal with just one of them.',
  },
] as const;

export const virtualProfessionals = {
  title: 'Virtual professionals',
  intro:
    'They work remotely, as part of your team. You choose them by their score in our Virtual Assistant exam.',
  steps: [
    {
      title: 'Tell us about the work',
      text: 'Which tasks, how many hours, which tools and which time zone.',
    },
    {
      title: 'Meet the right people',
      text: 'See each person’s scores, section by section, and speak to them before you choose.',
    },
    {
      title: 'Start with a small task',
      text: 'Get used to each other first. We’re there if anything is unclear.',
    },
    {
      title: 'Change as you need',
      text: 'More hours, other skills or someone new: just write to us.',
    },
  ],
} as const;
