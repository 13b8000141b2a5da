"""The CSCI 561 homework Star and Circle: four exact lines for each input."""
