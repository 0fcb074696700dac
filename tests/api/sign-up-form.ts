/** A valid registration form; to send it twice, change e-mail address and mobile number. */
export const signUpForm = (examId: string) => ({
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9000012345',
  password: 'correct horse battery',
  dateOfBirth: '2001-04-30',
  postAppliedFor: examId,
  address: '12 Tank Bund Road',
  city: 'Hyderabad',
  state: 'Telangana',
});
