//! The data sheet, written out a second time: what the scenarios' files must say.

/// The cities of the main board: number, id, owner, worth, fort, port, y on the original's screen, the numbers of its neighbours in
/// their order; title; state.
pub const CITIES: &str = "\
1 atlanta cs 25 0 - 290 4 8 25 34 | Atlanta | Georgia
2 baltimore none 40 0 port 80 13 14 30 39 | Baltimore | Maryland
3 baton-rouge cs 5 0 - 392 27 38 | Baton Rouge | Louisiana
4 chattanooga cs 5 0 - 240 1 19 25 26 37 | Chattanooga | Tennessee
5 charleston-sc cs 10 2 port 310 8 34 40 | Charleston, South Carolina | South Carolina
6 charleston-wv us 5 0 - 110 7 12 | Charleston, West Virginia | West Virginia
7 cincinnati us 15 0 - 81 6 9 15 20 21 | Cincinnati | Ohio
8 columbia cs 5 0 - 280 1 5 32 40 | Columbia | South Carolina
9 columbus us 15 0 - 36 7 15 31 | Columbus | Ohio
10 fort-donelson cs 5 1 - 200 26 29 37 | Fort Donelson | Tennessee
11 fredericksburg cs 5 0 - 125 12 22 33 39 | Fredericksburg | Virginia
12 front-royal cs 5 0 - 100 6 11 13 22 33 | Front Royal | Virginia
13 harpers-ferry us 10 1 - 74 2 12 14 22 39 | Harpers Ferry | West Virginia
14 harrisburg us 5 0 - 36 2 13 30 31 | Harrisburg | Pennsylvania
15 indianapolis us 5 0 - 60 7 9 21 35 | Indianapolis | Indiana
16 jacksonville cs 5 0 port 412 34 | Jacksonville | Florida
17 jackson cs 5 0 - 343 24 23 25 27 38 | Jackson | Mississippi
18 jefferson-city none 5 0 - 97 36 | Jefferson City | Missouri
19 knoxville none 4 0 - 205 4 | Knoxville | Tennessee
20 lexington none 5 0 - 140 7 21 26 | Lexington | Kentucky
21 louisville none 5 0 - 130 7 15 20 26 29 | Louisville | Kentucky
22 manassas cs 10 0 - 110 11 12 13 33 39 | Manassas | Virginia
23 memphis cs 10 1 - 241 17 29 37 38 | Memphis | Tennessee
24 mobile cs 15 2 port 396 17 25 27 | Mobile | Alabama
25 montgomery cs 15 0 - 353 1 4 17 24 | Montgomery | Alabama
26 nashville cs 10 0 - 205 4 10 20 21 37 | Nashville | Tennessee
27 new-orleans cs 25 2 port 413 3 17 24 | New Orleans | Louisiana
28 norfolk cs 15 1 port 175 32 33 | Norfolk | Virginia
29 paducah none 5 0 - 175 10 21 23 36 | Paducah | Kentucky
30 philadelphia us 50 0 port 45 2 14 | Philadelphia | Pennsylvania
31 pittsburgh us 30 0 - 36 9 14 | Pittsburgh | Pennsylvania
32 raleigh cs 5 0 - 210 8 28 33 40 | Raleigh | North Carolina
33 richmond cs 25 1 - 145 11 12 22 28 32 | Richmond | Virginia
34 savannah cs 10 0 port 340 1 5 16 | Savannah | Georgia
35 springfield us 5 0 - 82 15 36 | Springfield | Illinois
36 st-louis us 25 0 - 101 18 29 35 | St. Louis | Missouri
37 tullahoma cs 1 0 - 235 4 10 23 26 | Tullahoma | Tennessee
38 vicksburg cs 15 2 - 338 3 17 23 | Vicksburg | Mississippi
39 washington us 25 1 - 104 2 11 13 22 | Washington | District of Columbia
40 wilmington cs 10 2 port 270 5 8 32 | Wilmington | North Carolina";

/// The cities of the alternate board, likewise.
pub const OTHER_CITIES: &str = "\
1 atlanta cs 20 1 - 303 4 5 8 25 34 | Atlanta | Georgia
2 baltimore none 40 0 port 80 13 14 30 39 | Baltimore | Maryland
3 baton-rouge cs 5 0 - 392 27 38 | Baton Rouge | Louisiana
4 chattanooga cs 5 2 - 237 1 10 19 26 | Chattanooga | Tennessee
5 charleston-sc cs 10 2 port 310 1 8 34 40 | Charleston, South Carolina | South Carolina
6 charleston-wv none 5 0 - 110 7 37 | Charleston, West Virginia | West Virginia
7 cincinnati us 20 0 - 81 6 9 13 15 20 21 | Cincinnati | Ohio
8 columbia cs 5 0 - 280 1 5 32 40 | Columbia | South Carolina
9 columbus us 20 0 - 36 7 15 31 | Columbus | Ohio
10 decatur cs 5 0 - 255 4 12 23 24 26 | Decatur | Alabama
11 fredericksburg none 10 0 - 125 22 33 39 | Fredericksburg | Virginia
12 fort-donelson none 5 0 - 200 10 21 23 26 29 | Fort Donelson | Tennessee
13 harpers-ferry us 10 0 - 70 2 7 37 14 22 39 | Harpers Ferry | West Virginia
14 harrisburg us 25 0 - 36 2 13 30 31 | Harrisburg | Pennsylvania
15 indianapolis us 25 0 - 60 7 9 21 35 | Indianapolis | Indiana
16 jacksonville cs 5 0 port 412 34 24 | Jacksonville | Florida
17 jackson cs 5 0 - 348 23 24 27 38 | Jackson | Mississippi
18 jefferson-city cs 5 0 - 97 36 | Jefferson City | Missouri
19 knoxville cs 5 0 - 205 4 20 37 | Knoxville | Tennessee
20 lexington none 5 0 - 140 7 19 21 26 | Lexington | Kentucky
21 louisville none 5 0 - 130 7 12 15 20 26 29 | Louisville | Kentucky
22 manassas none 5 0 - 110 11 13 33 37 39 | Manassas | Virginia
23 memphis cs 10 0 - 237 10 12 17 29 38 | Memphis | Tennessee
24 mobile cs 15 2 port 396 10 16 17 25 | Mobile | Alabama
25 montgomery cs 15 0 - 353 1 24 34 | Montgomery | Alabama
26 nashville cs 20 2 - 210 4 10 12 20 21 | Nashville | Tennessee
27 new-orleans cs 35 2 port 413 3 17 | New Orleans | Louisiana
28 norfolk cs 10 0 port 172 32 33 | Norfolk | Virginia
29 paducah none 5 0 - 175 12 21 23 35 36 | Paducah | Kentucky
30 philadelphia us 80 0 port 45 2 14 | Philadelphia | Pennsylvania
31 pittsburgh us 30 0 - 36 9 14 | Pittsburgh | Pennsylvania
32 raleigh cs 5 0 - 210 8 28 33 40 | Raleigh | North Carolina
33 richmond cs 30 2 - 146 11 22 28 32 37 | Richmond | Virginia
34 savannah cs 10 2 port 340 1 5 16 25 | Savannah | Georgia
35 springfield us 5 0 - 80 15 29 36 | Springfield | Illinois
36 st-louis us 25 0 - 101 18 29 35 | St. Louis | Missouri
37 strasburg cs 5 0 - 100 6 13 19 22 33 | Strasburg | Virginia
38 vicksburg cs 10 0 - 338 3 17 23 | Vicksburg | Mississippi
39 washington us 25 1 - 99 2 11 13 22 | Washington | District of Columbia
40 wilmington cs 10 1 port 270 5 8 32 | Wilmington | North Carolina";

/// The leaders: id, rating, name. The original's slot 18 of the Union is a second Banks; its rating stays.
pub const LEADERS: &str = "\
us-1 4 Irvin McDowell
us-2 5 George B. McClellan
us-3 5 John C. Fremont
us-4 7 Don Carlos Buell
us-5 3 John Pope
us-6 8 Ulysses S. Grant
us-7 4 Nathaniel P. Banks
us-8 1 Ambrose E. Burnside
us-9 8 William T. Sherman
us-10 7 William S. Rosecrans
us-11 6 Joseph Hooker
us-12 5 George G. Meade
us-13 7 George H. Thomas
us-14 7 Benjamin H. Grierson
us-15 5 George A. Custer
us-16 9 Philip H. Sheridan
us-17 5 Henry W. Halleck
us-18 1 Franz Sigel
us-19 3 Benjamin F. Butler
us-20 7 James B. McPherson
cs-1 8 Joseph E. Johnston
cs-2 10 Thomas J. Jackson
cs-3 10 Albert Sidney Johnston
cs-4 2 John C. Pemberton
cs-5 7 P. G. T. Beauregard
cs-6 10 Robert E. Lee
cs-7 9 James E. B. Stuart
cs-8 8 Turner Ashby
cs-9 4 Braxton Bragg
cs-10 8 James Longstreet
cs-11 6 Jubal A. Early
cs-12 8 Earl Van Dorn
cs-13 7 William J. Hardee
cs-14 8 George E. Pickett
cs-15 10 Nathan Bedford Forrest
cs-16 8 John B. Hood
cs-17 7 Leonidas Polk
cs-18 8 John C. Breckinridge
cs-19 7 Felix K. Zollicoffer
cs-20 6 Benjamin McCulloch";

/// The armies of March 1861: leader, city, hundreds of men, experience, supply (2.2, 2.3).
pub const ARMIES: &str = "\
us-1 washington 400 1 9
us-2 cincinnati 280 0 9
us-3 harpers-ferry 75 0 9
us-4 st-louis 100 0 5
us-5 columbus 125 0 5
cs-1 richmond 300 1 7
cs-2 front-royal 200 1 6
cs-3 nashville 140 0 7
cs-4 vicksburg 75 0 4";

/// The armies of April 1861 on the alternate board.
pub const OTHER_ARMIES: &str = "\
us-1 philadelphia 101 0 9
us-2 harpers-ferry 70 0 9
us-3 washington 20 0 5
us-4 cincinnati 22 1 3
us-5 st-louis 22 0 5
us-6 springfield 105 0 5
us-7 indianapolis 51 1 9
cs-1 chattanooga 120 1 6
cs-2 baton-rouge 57 0 7
cs-3 jefferson-city 61 0 4
cs-4 montgomery 75 0 6
cs-5 mobile 45 0 6
cs-6 charleston-sc 27 0 3
cs-7 norfolk 12 0 3
cs-8 savannah 18 1 2";
