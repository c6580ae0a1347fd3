#include "core/partition/pam.hpp"

#include <algorithm>
#include <limits>

namespace microdata {

namespace {

constexpr double farthest = std::numeric_limits<double>::infinity();

// Largest difference of distances that counts as rounding, and so as a tie.
constexpr double improvement = 1e-12;

// Nearest and second nearest medoid of an item.
struct Nearest {
  std::size_t medoid = 0;
  double distance = farthest;
  double second = farthest;
};

std::vector<Nearest> find_nearest(const Eigen::MatrixXd& distance,
                                  const std::vector<std::size_t>& medoids) {
  std::vector<Nearest> nearest(static_cast<std::size_t>(distance.rows()));
  for (std::size_t item = 0; item < nearest.size(); ++item) {
    Nearest& n = nearest[item];
    for (std::size_t m = 0; m < medoids.size(); ++m) {
      const double d =
          distance(static_cast<Eigen::Index>(item), static_cast<Eigen::Index>(medoids[m]));
      // A medoid is its own nearest, even if another lies at distance 0.
      if (d < n.distance || medoids[m] == item) {
        n.second = n.distance;
        n.distance = medoids[m] == item ? 0 : d;
        n.medoid = m;
      } else {
        n.second = std::min(n.second, d);
      }
    }
  }
  return nearest;
}

std::size_t best_addition(const Eigen::MatrixXd& distance, const std::vector<double>& to_medoid,
                          const std::vector<bool>& is_medoid) {
  std::size_t best = 0;
  double best_gain = -farthest;
  for (std::size_t candidate = 0; candidate < to_medoid.size(); ++candidate) {
    if (is_medoid[candidate]) continue;
    double gain = 0;
    for (std::size_t item = 0; item < to_medoid.size(); ++item) {
      const double d =
          distance(static_cast<Eigen::Index>(item), static_cast<Eigen::Index>(candidate));
      gain += std::max(0.0, to_medoid[item] - d);
    }
    if (gain > best_gain + improvement) {
      best_gain = gain;
      best = candidate;
    }
  }
  return best;
}

std::vector<std::size_t> build(const Eigen::MatrixXd& distance, std::size_t clusters,
                               const Progress& progress) {
  const auto items = static_cast<std::size_t>(distance.rows());
  // Every item has the largest distance before the first medoid is chosen.
  std::vector<double> to_medoid(items, distance.maxCoeff());
  std::vector<bool> is_medoid(items);
  std::vector<std::size_t> medoids;
  while (medoids.size() < clusters) {
    progress.checkpoint();
    const std::size_t next = best_addition(distance, to_medoid, is_medoid);
    medoids.push_back(next);
    is_medoid[next] = true;
    for (std::size_t item = 0; item < items; ++item) {
      to_medoid[item] = std::min(to_medoid[item], distance(static_cast<Eigen::Index>(item),
                                                           static_cast<Eigen::Index>(next)));
    }
  }
  std::sort(medoids.begin(), medoids.end());
  return medoids;
}

struct Swap {
  std::size_t medoid = 0;
  std::size_t item = 0;
  double change = 0;
};

// Returns the cheapest exchange of a medoid for another item. The changes for all medoids are
// summed in one pass over the items (Schubert and Rousseeuw, "Faster k-Medoids Clustering", 2019).
// The result is the exchange that PAM's own SWAP finds.
Swap best_swap(const Eigen::MatrixXd& distance, const std::vector<std::size_t>& medoids,
               const std::vector<Nearest>& nearest, const Progress& progress) {
  Swap best;
  std::vector<double> change(medoids.size());
  for (std::size_t candidate = 0; candidate < nearest.size(); ++candidate) {
    progress.checkpoint();
    if (std::binary_search(medoids.begin(), medoids.end(), candidate)) continue;
    std::fill(change.begin(), change.end(), 0.0);
    double shared = 0;
    for (std::size_t item = 0; item < nearest.size(); ++item) {
      const Nearest& n = nearest[item];
      const double d =
          distance(static_cast<Eigen::Index>(item), static_cast<Eigen::Index>(candidate));
      // If its medoid is removed, the item goes to the candidate or to its second nearest. If the
      // medoid stays, the item goes to the candidate only if that is nearer.
      const double moved = std::min(0.0, d - n.distance);
      change[n.medoid] += std::min(d, n.second) - n.distance - moved;
      shared += moved;
    }
    for (std::size_t m = 0; m < medoids.size(); ++m) {
      if (change[m] + shared < best.change - improvement) {
        best = {m, candidate, change[m] + shared};
      }
    }
  }
  return best;
}

}  // namespace

Clustering pam(const Eigen::MatrixXd& distance, std::size_t clusters, const Progress& progress) {
  std::vector<std::size_t> medoids = build(distance, clusters, progress);
  std::vector<Nearest> nearest = find_nearest(distance, medoids);
  for (Swap swap = best_swap(distance, medoids, nearest, progress); swap.change < 0;
       swap = best_swap(distance, medoids, nearest, progress)) {
    medoids[swap.medoid] = swap.item;
    std::sort(medoids.begin(), medoids.end());
    nearest = find_nearest(distance, medoids);
  }
  Clustering clustering{medoids, {}, 0};
  for (const Nearest& n : nearest) {
    clustering.cluster_of.push_back(n.medoid);
    clustering.cost += n.distance;
  }
  return clustering;
}

}  // namespace microdata
